// The worker derives its context from the background instead of the one that it was given.
package main

import (
	"context"
	"sync"
)

func work(ctx context.Context, group *sync.WaitGroup) {
	defer group.Done()
	own, cancel := context.WithCancel(context.Background())
	defer cancel()
	if ctx.Err() != nil {
		return
	}
	<-own.Done() //~ deadlock
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Add(1)
	go work(ctx, &group)
	cancel()
	group.Wait()
}
