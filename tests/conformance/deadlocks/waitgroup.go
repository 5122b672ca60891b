// Waiting for goroutines that wait for each other is a deadlock.
package main

import "sync"

func main() {
	var wg sync.WaitGroup
	a, b := make(chan int), make(chan int)
	wg.Go(func() { <-a; b <- 1 })
	wg.Go(func() { <-b; a <- 1 })
	wg.Wait()
}
