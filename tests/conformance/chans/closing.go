// Closing wakes all blocked receivers.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	c := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	zeros := 0
	for range 4 {
		wg.Go(func() {
			v, ok := <-c
			if v == 0 && !ok {
				mu.Lock()
				zeros++
				mu.Unlock()
			}
		})
	}
	runtime.Gosched()
	close(c)
	wg.Wait()
	fmt.Println(zeros)
	b := make(chan int, 3)
	b <- 1
	b <- 2
	close(b)
	total := make(chan int)
	for range 3 {
		go func() {
			n := 0
			for v := range b {
				n += v
			}
			total <- n
		}()
	}
	fmt.Println(<-total + <-total + <-total)
}
