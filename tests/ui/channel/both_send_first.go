// Two partners exchange values, and both want to send before they receive.
package main

import "sync"

func exchange(to chan<- int, from <-chan int, value int) int {
	to <- value //~ deadlock
	return <-from
}

func main() {
	left, right := make(chan int), make(chan int)
	var partners sync.WaitGroup
	partners.Add(2)
	go func() {
		defer partners.Done()
		exchange(left, right, 1)
	}()
	go func() {
		defer partners.Done()
		exchange(right, left, 2)
	}()
	partners.Wait()
}
