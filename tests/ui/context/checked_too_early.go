// The producer looks whether the context is cancelled and then sends; the consumer may leave in between.
package main

import (
	"context"
	"sync"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	items := make(chan int)
	var both sync.WaitGroup
	both.Go(func() {
		if ctx.Err() != nil {
			return
		}
		items <- 1 //~ deadlock
	})
	both.Go(func() {
		select {
		case <-items:
		case <-ctx.Done():
		}
	})
	cancel()
	both.Wait()
}
