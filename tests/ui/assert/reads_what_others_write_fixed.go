// Under the lock, and for what holds before and after.
package main

import "sync"

func main() {
	var mu sync.Mutex
	stock := 3
	var sales sync.WaitGroup
	sales.Go(func() {
		mu.Lock()
		stock--
		mu.Unlock()
	})
	mu.Lock()
	//vtrace:assert stock == 3 || stock == 2
	mu.Unlock()
	sales.Wait()
	//vtrace:assert stock == 2
}
