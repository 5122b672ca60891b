// An uncaught panic with an error value prints its Error text.
package main

import "fmt"

type E struct{ op string }

func (e *E) Error() string { return "E: " + e.op }

func main() {
	fmt.Println("start")
	panic(&E{"write\nnext line"})
}
