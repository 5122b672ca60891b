// Add is one operation.
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var balance atomic.Int64
	var payments sync.WaitGroup
	for range 2 {
		payments.Go(func() {
			balance.Add(10)
		})
	}
	payments.Wait()
	total := balance.Load()
	//vtrace:assert total == 20
	_ = total
}
