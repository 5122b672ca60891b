// A recovered panic followed by another panic in the same deferred function.
package main

import (
	"errors"
	"fmt"
)

type code int

func main() {
	func() {
		defer func() { fmt.Println("inner", recover()) }()
		panic(code(3))
	}()
	defer func() {
		fmt.Println("outer", recover())
		panic(code(7))
	}()
	panic(errors.New("an error value"))
}
