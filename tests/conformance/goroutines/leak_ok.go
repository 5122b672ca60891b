// Blocked goroutines of every kind do not keep main from ending.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var nilc chan int
	un := make(chan int)
	full := make(chan int, 1)
	full <- 1
	var mu sync.Mutex
	mu.Lock()
	var wg sync.WaitGroup
	wg.Add(1)
	cond := sync.NewCond(&sync.Mutex{})
	started := make(chan bool)
	for _, f := range []func(){
		func() { <-nilc },
		func() { nilc <- 1 },
		func() { <-un },
		func() { full <- 2 },
		func() { select {} },
		func() {
			select {
			case <-un:
			case full <- 3:
			}
		},
		func() { mu.Lock() },
		func() { wg.Wait() },
		func() { cond.L.Lock(); cond.Wait() },
		func() { time.Sleep(time.Hour) },
		func() { <-time.After(time.Hour) },
		func() {
			for range un {
			}
		},
	} {
		go func() {
			defer fmt.Println("never printed")
			started <- true
			f()
		}()
		<-started
	}
	fmt.Println("main ends")
}
