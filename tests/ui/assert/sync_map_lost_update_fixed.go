// CompareAndSwap stores only if nobody else did.
package main

import "sync"

func increment(counts *sync.Map, key string) {
	for {
		n, _ := counts.Load(key)
		if counts.CompareAndSwap(key, n, n.(int)+1) {
			return
		}
	}
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
	_ = total
}
