// The memory model's edges, each used by plain data: go statement, channels, close, k-th receive, locks, Once, WaitGroup.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var a, b, c, d, e, f, g int

func main() {
	a = 1
	done := make(chan bool)
	go func() { a++; done <- true }()
	<-done
	a++
	un := make(chan bool)
	go func() { b = 1; <-un }()
	un <- true
	b++
	cl := make(chan bool)
	go func() { c = 1; close(cl) }()
	<-cl
	c++
	lim := make(chan bool, 1)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { lim <- true; d++; <-lim })
	}
	wg.Wait()
	d++
	var mu sync.Mutex
	mu.Lock()
	go func() { e = 1; mu.Unlock() }()
	mu.Lock()
	e++
	var once sync.Once
	for range 3 {
		wg.Go(func() {
			once.Do(func() { f = 1 })
			if f != 1 {
				panic("once not visible")
			}
		})
	}
	wg.Wait()
	var rw sync.RWMutex
	rw.RLock()
	go func() { rw.Lock(); g++; rw.Unlock(); done <- true }()
	_ = g
	rw.RUnlock()
	<-done
	cond := sync.NewCond(&sync.Mutex{})
	ready, data := false, 0
	go func() {
		cond.L.Lock()
		ready, data = true, 9
		cond.L.Unlock()
		cond.Signal()
	}()
	cond.L.Lock()
	for !ready {
		cond.Wait()
	}
	cond.L.Unlock()
	var flag atomic.Int32
	payload := ""
	go func() { payload = "p"; flag.Store(1); done <- true }()
	if flag.Load() == 1 && payload != "p" {
		panic("atomic not visible")
	}
	<-done
	fmt.Println(a, b, c, d, e, f, g, data, payload)
}
