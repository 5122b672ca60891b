// Sending with no receiver left is a deadlock.
package main

func main() {
	c := make(chan int, 1)
	c <- 1
	c <- 2
}
