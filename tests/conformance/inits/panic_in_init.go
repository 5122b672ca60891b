// A panic during package initialisation ends the program before main.
package main

import "fmt"

var v = compute(0)

func compute(n int) int {
	defer fmt.Println("deferred in init")
	return 10 / n
}

func main() { fmt.Println("never", v) }
