// A cyclic barrier of Mutex and Cond keeps goroutines in step.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type barrier struct {
	mu         sync.Mutex
	cond       *sync.Cond
	n, waiting int
	round      int
}

func newBarrier(n int) *barrier {
	b := &barrier{n: n}
	b.cond = sync.NewCond(&b.mu)
	return b
}
func (b *barrier) wait() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.round
	if b.waiting++; b.waiting == b.n {
		b.waiting = 0
		b.round++
		b.cond.Broadcast()
		return r
	}
	for r == b.round {
		b.cond.Wait()
	}
	return r
}

func main() {
	const n, rounds = 4, 4
	b := newBarrier(n)
	var arrived [rounds]atomic.Int32
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for r := range rounds {
				arrived[r].Add(1)
				if got := b.wait(); got != r {
					panic("wrong round")
				}
				if arrived[r].Load() != n {
					panic("passed too early")
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(b.round, b.waiting)
}
