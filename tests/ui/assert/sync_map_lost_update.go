// Load and Store of a sync.Map are safe one by one, but not together: one of two increments may be lost.
package main

import "sync"

func increment(counts *sync.Map, key string) {
	n, _ := counts.Load(key)
	counts.Store(key, n.(int)+1)
}

func main() {
	var counts sync.Map
	counts.Store("a", 0)
	var users sync.WaitGroup
	users.Go(func() { increment(&counts, "a") })
	users.Go(func() { increment(&counts, "a") })
	users.Wait()
	n, _ := counts.Load("a")
	total := n.(int)
	//vtrace:assert total == 2
	//~^ assertion
	_ = total
}
