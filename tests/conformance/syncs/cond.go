// sync.Cond: Wait in a loop, Signal wakes one, Broadcast wakes all; a bounded buffer.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type buffer struct {
	mu       sync.Mutex
	notFull  *sync.Cond
	notEmpty *sync.Cond
	items    []int
	cap      int
}

func newBuffer(n int) *buffer {
	b := &buffer{cap: n}
	b.notFull = sync.NewCond(&b.mu)
	b.notEmpty = sync.NewCond(&b.mu)
	return b
}
func (b *buffer) put(v int) {
	b.mu.Lock()
	for len(b.items) == b.cap {
		b.notFull.Wait()
	}
	b.items = append(b.items, v)
	b.mu.Unlock()
	b.notEmpty.Signal()
}
func (b *buffer) get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.notEmpty.Wait()
	}
	v := b.items[0]
	b.items = b.items[1:]
	b.notFull.Signal()
	return v
}

func main() {
	b := newBuffer(2)
	var wg sync.WaitGroup
	res := make(chan int, 20)
	for p := range 2 {
		wg.Go(func() {
			for i := range 5 {
				b.put(p*10 + i)
			}
		})
		wg.Go(func() {
			for range 5 {
				res <- b.get()
			}
		})
	}
	wg.Wait()
	close(res)
	sum := 0
	for v := range res {
		sum += v
	}
	fmt.Println(sum)
	var mu sync.RWMutex
	c := sync.NewCond(mu.RLocker())
	go_ := false
	var up sync.WaitGroup
	for range 3 {
		up.Go(func() {
			c.L.Lock()
			for !go_ {
				c.Wait()
			}
			c.L.Unlock()
		})
	}
	mu.Lock()
	go_ = true
	mu.Unlock()
	c.Broadcast()
	c.Signal()
	up.Wait()
	fmt.Println("all woken")
}
