// sync.Mutex protects a counter; embedded, copied pointers, TryLock, Locker.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type counter struct {
	sync.Mutex
	m map[string]int
}

func (c *counter) inc(k string) {
	c.Lock()
	defer c.Unlock()
	c.m[k]++
}

type arr struct {
	mu [2]sync.Mutex
	n  [2]int
}

func with(l sync.Locker, f func()) { l.Lock(); defer l.Unlock(); f() }

func main() {
	c := counter{m: map[string]int{}}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5 {
				c.inc(string(rune('a' + i%3)))
			}
		}()
	}
	wg.Wait()
	fmt.Println(c.m)
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock())
	mu.Unlock()
	fmt.Println(mu.TryLock())
	mu.Unlock()
	a := &arr{}
	for i := range 4 {
		wg.Go(func() { with(&a.mu[i%2], func() { a.n[i%2] += i }) })
	}
	wg.Wait()
	fmt.Println(a.n)
	got := make(chan bool)
	mu.Lock()
	go func() { got <- mu.TryLock() }()
	fmt.Println(<-got)
	go func() { mu.Lock(); got <- true; mu.Unlock() }()
	mu.Unlock()
	fmt.Println(<-got)
	mu.Lock()
	go func() { mu.Unlock(); got <- true }()
	<-got
	mu.Lock()
	fmt.Println("unlocked by another goroutine")
}
