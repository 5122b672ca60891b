// The worker watches the context as well.
package main

import "context"

func fetch(ctx context.Context) int {
	result := make(chan int)
	go func() {
		select {
		case result <- 1:
		case <-ctx.Done():
		}
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
