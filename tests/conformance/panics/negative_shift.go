// Uncaught negative shift count.
package main

func main() {
	n := -3
	println(1 << n)
}
