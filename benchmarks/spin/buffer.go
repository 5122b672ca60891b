// A bounded buffer: n producers of two items each, n consumers, room for two. Who is last to produce closes it.
package main

import "sync"

const n = 2

func main() {
	buffer := make(chan int, 2)
	var producers, consumers sync.WaitGroup
	producers.Add(n)
	consumers.Add(n)
	for range n {
		go func() {
			defer producers.Done()
			for item := range 2 {
				buffer <- item
			}
		}()
		go func() {
			defer consumers.Done()
			for range buffer {
			}
		}()
	}
	producers.Wait()
	close(buffer)
	consumers.Wait()
}
