// Twenty goroutines that share a mutex: how many operations on it a second.
package main

import "sync"

func main() {
	const goroutines, rounds = 20, 10_000
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		sum   int
	)
	for range goroutines {
		group.Go(func() {
			for range rounds {
				mu.Lock()
				sum++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	println(sum)
}
