// Two atomic operations are not one: between Load and Store the other goroutine may have stored.
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
			balance.Store(balance.Load() + 10)
		})
	}
	payments.Wait()
	total := balance.Load()
	//vtrace:assert total == 20
	//~^ assertion
	_ = total
}
