// Uncaught division by zero.
package main

func main() {
	defer println("deferred")
	a, b := 1, 0
	println(a / b)
}
