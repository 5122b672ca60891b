// The worker recovers from its panic and ends quietly, and the caller waits for the reply.
package main

func work(divisor int, reply chan<- int) {
	defer func() { recover() }()
	reply <- 10 / divisor
}

func main() {
	reply := make(chan int)
	go work(0, reply)
	<-reply //~ deadlock
}
