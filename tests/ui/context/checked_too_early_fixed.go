// The producer watches the context while it sends.
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
		select {
		case items <- 1:
		case <-ctx.Done():
		}
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
