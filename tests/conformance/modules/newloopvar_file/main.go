//go:build go1.22

// A file's //go:build go1.22 line gives it per-iteration loop variables although go.mod says 1.20.
package main

import "fmt"

func main() {
	var fs []func() int
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { return i })
	}
	for _, f := range append(fs, old()...) {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	for i := range 2 {
		fmt.Print(i, " ")
	}
	fmt.Println()
}
