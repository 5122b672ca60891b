// A select with a default looks and takes at once.
package main

import "sync"

func poll(queue chan int) {
	select {
	case <-queue:
	default:
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
