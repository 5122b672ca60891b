// The goroutines count themselves, so Wait may return before any of them has.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	results := make(chan int, 2)
	for id := range 2 {
		go func() {
			group.Add(1) //~ waitgroup-misuse
			results <- id
			group.Done()
		}()
	}
	group.Wait()
}
