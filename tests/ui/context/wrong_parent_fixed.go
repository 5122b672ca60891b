// The worker's context is a child of the caller's.
package main

import (
	"context"
	"sync"
)

func work(ctx context.Context, group *sync.WaitGroup) {
	defer group.Done()
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	if ctx.Err() != nil {
		return
	}
	<-own.Done()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Add(1)
	go work(ctx, &group)
	cancel()
	group.Wait()
}
