// Several selects compete as senders and receivers on two channels; totals balance.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	a, b := make(chan int), make(chan int, 1)
	var sent, received atomic.Int64
	stop := make(chan struct{})
	var prod, cons sync.WaitGroup
	for p := 1; p <= 3; p++ {
		prod.Go(func() {
			for i := range 5 {
				v := p*10 + i
				select {
				case a <- v:
				case b <- -v:
				}
				sent.Add(int64(v))
			}
		})
	}
	for range 2 {
		cons.Go(func() {
			for {
				select {
				case v := <-a:
					received.Add(int64(v))
				case v := <-b:
					received.Add(int64(-v))
				case <-stop:
					select {
					case v := <-b:
						received.Add(int64(-v))
					default:
					}
					return
				}
			}
		})
	}
	prod.Wait()
	close(stop)
	cons.Wait()
	fmt.Println(sent.Load() == received.Load(), sent.Load(), len(b))
}
