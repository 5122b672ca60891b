// Main counts the goroutines before it starts them.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	results := make(chan int, 2)
	for id := range 2 {
		group.Add(1)
		go func() {
			results <- id
			group.Done()
		}()
	}
	group.Wait()
}
