// Many goroutines select over the same channels in both directions; nothing is lost or duplicated.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func main() {
	a, b := make(chan int), make(chan int, 2)
	var wg, rg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 6 {
				v := w*100 + i
				select {
				case a <- v:
				case b <- v:
				}
			}
		})
	}
	var mu sync.Mutex
	seen := map[int]int{}
	quit := make(chan struct{})
	for range 2 {
		rg.Go(func() {
			for {
				select {
				case v := <-a:
					mu.Lock()
					seen[v]++
					mu.Unlock()
				case v := <-b:
					mu.Lock()
					seen[v]++
					mu.Unlock()
				case <-quit:
					return
				}
			}
		})
	}
	wg.Wait()
	close(quit)
	rg.Wait()
	close(b)
	for v := range b {
		seen[v]++
	}
	for v, n := range seen {
		if n != 1 {
			fmt.Println("value", v, "seen", n)
		}
	}
	fmt.Println(len(seen))
}
