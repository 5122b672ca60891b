// Main sends on an unbuffered channel before it starts the receiver.
package main

func main() {
	mail := make(chan int)
	mail <- 0 //~ deadlock
	go func() { <-mail }()
}
