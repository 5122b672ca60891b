// A goroutine selecting to send and receive on one channel never talks to itself.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func main() {
	for _, size := range []int{0, 1} {
		c := make(chan int, size)
		var wg sync.WaitGroup
		wg.Add(2)
		for p := range 2 {
			go func() {
				defer wg.Done()
				for i := range 20 {
					select {
					case v := <-c:
						if size == 0 && v == p {
							panic("received my own value")
						}
					case c <- p:
					}
					_ = i
				}
				if p == 0 {
					return
				}
			}()
		}
		if size == 0 {
			// Both do 20 operations, each communication uses one of each.
			wg.Wait()
			fmt.Println("unbuffered ok")
			continue
		}
		wg.Wait()
		fmt.Println("buffered ok", len(c) <= 1)
	}
}
