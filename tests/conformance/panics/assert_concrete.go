// Uncaught assertion to a wrong concrete type from a non-empty interface.
package main

import (
	"errors"
	"fmt"
)

type myErr struct{}

func (*myErr) Error() string { return "mine" }

func main() {
	err := errors.New("other")
	fmt.Println(err.(*myErr))
}
