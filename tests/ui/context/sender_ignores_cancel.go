// The caller leaves when its context is cancelled, and the worker waits for ever to hand over the result.
package main

import "context"

func fetch(ctx context.Context) int {
	result := make(chan int)
	go func() {
		result <- 1 //~ leak
	}()
	select {
	case n := <-result:
		return n
	case <-ctx.Done():
		return 0
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	fetch(ctx)
}
