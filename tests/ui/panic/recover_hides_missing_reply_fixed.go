// Whoever recovers also replies.
package main

func work(divisor int, reply chan<- int) {
	defer func() {
		if recover() != nil {
			reply <- 0
		}
	}()
	reply <- 10 / divisor
}

func main() {
	reply := make(chan int)
	go work(0, reply)
	<-reply
}
