// The watcher gets a context that can be cancelled, and is.
package main

import "context"

func watch(ctx context.Context, stopped *bool) {
	<-ctx.Done()
	*stopped = true
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stopped bool
	go watch(ctx, &stopped)
}
