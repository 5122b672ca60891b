// A lock around the addition and the look at its result.
package main

import (
	"sync"
	"time"
)

//go:noinline
func show(int) {}

func main() {
	var mu sync.Mutex
	total := 0
	for i := 0; i < 3; i++ {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			total = total + 1
			show(total)
		}()
	}
	time.Sleep(time.Second)
}
