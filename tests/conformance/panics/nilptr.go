// Uncaught nil pointer dereference.
package main

import "fmt"

type T struct{ a, b int }

func main() {
	var p *T
	fmt.Println("before")
	p.b = 1
}
