// The caller watches the time, too, and the result has a place to stay.
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
	result := make(chan int, 1)
	go work(ctx, input, result)
	input <- 1
	select {
	case <-result:
	case <-ctx.Done():
	}
}
