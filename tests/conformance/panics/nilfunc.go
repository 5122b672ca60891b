// Uncaught call of a nil function.
package main

import "fmt"

func main() {
	var f func(int) string
	fmt.Println("before")
	fmt.Println(f(1))
}
