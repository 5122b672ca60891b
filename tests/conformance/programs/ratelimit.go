// A rate limiter on a ticker lets requests through one at a time, in order.
package main

import (
	"fmt"
	"time"
)

type limiter struct {
	tokens chan struct{}
	stop   chan struct{}
}

func newLimiter(burst int, every time.Duration) *limiter {
	l := &limiter{make(chan struct{}, burst), make(chan struct{})}
	for range burst {
		l.tokens <- struct{}{}
	}
	go func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				select {
				case l.tokens <- struct{}{}:
				default:
				}
			case <-l.stop:
				return
			}
		}
	}()
	return l
}

func main() {
	start := time.Now()
	l := newLimiter(2, 5*time.Millisecond)
	for i := range 5 {
		<-l.tokens
		fmt.Print(i, " ")
	}
	fmt.Println()
	close(l.stop)
	e := time.Since(start)
	fmt.Println(e >= 13*time.Millisecond, e < 5*time.Second)
}
