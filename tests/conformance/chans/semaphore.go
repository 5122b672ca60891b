// A buffered channel as a counting semaphore bounds the concurrency.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	sem := make(chan struct{}, 3)
	var active, peak, total atomic.Int32
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Add(1)
		go func(id int) {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			n := active.Add(1)
			for {
				p := peak.Load()
				if n <= p || peak.CompareAndSwap(p, n) {
					break
				}
			}
			runtime.Gosched()
			total.Add(int32(id))
			active.Add(-1)
		}(i)
	}
	wg.Wait()
	fmt.Println(peak.Load() <= 3 && peak.Load() >= 1, total.Load(), len(sem), active.Load())
}
