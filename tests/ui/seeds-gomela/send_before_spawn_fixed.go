// The receiver is there before anything is sent.
package main

func main() {
	mail := make(chan int)
	go func() { <-mail }()
	mail <- 0
}
