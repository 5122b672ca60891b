// An uncaught panic raised while another is unwinding prints the whole chain.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred runs first")
	defer func() {
		defer func() {
			panic("third")
		}()
		panic(fmt.Errorf("second %d", 2))
	}()
	panic("first")
}
