// Each offers both, and takes them in the order that comes.
package main

import "sync"

func exchange(to chan<- int, from <-chan int, value int) int {
	select {
	case to <- value:
		return <-from
	case got := <-from:
		to <- value
		return got
	}
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
