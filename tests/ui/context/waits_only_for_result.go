// The worker gives up when the time is over, but the caller waits for nothing but its result.
package main

import (
	"context"
	"time"
)

func work(ctx context.Context, input <-chan int, result chan<- int) {
	select {
	case n := <-input:
		result <- n
	case <-ctx.Done():
	}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	input := make(chan int, 1)
	result := make(chan int)
	go work(ctx, input, result)
	input <- 1
	<-result //~ deadlock
}
