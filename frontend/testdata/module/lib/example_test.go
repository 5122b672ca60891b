package lib_test

import (
	"fmt"
	"testing"

	"example.com/module/lib"
)

func ExampleDouble() {
	fmt.Println(lib.Double("ha"))
	// Output: haha
}

func TestOutside(t *testing.T) {
	if lib.Double("a") != "aa" {
		t.Error("not double")
	}
}
