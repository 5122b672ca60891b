// Since Go 1.22 every iteration has its own variable.
package main

import "sync"

//go:noinline
func use(int) {}

func main() {
	var workers sync.WaitGroup
	for i := 0; i < 2; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			use(i)
		}()
	}
	workers.Wait()
}
