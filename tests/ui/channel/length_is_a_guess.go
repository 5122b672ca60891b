// Two consumers see one element in the buffer; one gets it, and the other waits for ever.
package main

import "sync"

func poll(queue chan int) {
	if len(queue) > 0 {
		<-queue //~ deadlock
	}
}

func main() {
	queue := make(chan int, 1)
	queue <- 1
	var consumers sync.WaitGroup
	for range 2 {
		consumers.Go(func() { poll(queue) })
	}
	consumers.Wait()
}
