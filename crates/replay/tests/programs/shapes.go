// Operations in unusual places: method values, deferred calls, interfaces, embedded locks, generics, init functions.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

var order = make(chan string, 16)

func init() {
	started := make(chan bool)
	go func() { started <- true; order <- "init" }()
	<-started
}

type box[T any] struct {
	sync.Mutex
	items []T
}

func (b *box[T]) add(x T) {
	b.Lock()
	defer b.Unlock()
	b.items = append(b.items, x)
}

type locker interface {
	Lock()
	Unlock()
}

func with(l locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func send[T any](c chan<- T, x T) { c <- x }

func main() {
	var b box[int]
	var wg sync.WaitGroup
	lock, unlock := b.Lock, b.Unlock
	for i := range 3 {
		wg.Add(1)
		go b.add(i)
		go with(&b, wg.Done)
	}
	lock()
	go unlock()
	wg.Wait()
	c := make(chan int)
	go send(c, 1)
	done := make(chan bool)
	go close(done)
	_, ok := <-done
	fmt.Println(ok)
	var rw sync.RWMutex
	r := rw.RLocker()
	go with(r, func() { c <- 2 })
	go with(&rw, func() { c <- 3 })
	total := 0
	for range 3 {
		total += <-c
	}
	fmt.Println(total)
	once := sync.OnceValue(func() int { return total })
	for range 2 {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println("recovered", r)
				}
			}()
			if once() == 6 {
				var m map[string]int
				m["x"] = 1
			}
		})
	}
	wg.Go(func() {
		defer fmt.Println("leaves")
		runtime.Goexit()
	})
	wg.Wait()
}
