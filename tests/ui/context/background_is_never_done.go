// The channel of the background context is nil: who waits for it alone waits for ever.
package main

import "context"

func watch(ctx context.Context, stopped *bool) {
	<-ctx.Done() //~ nil-channel
	*stopped = true
}

func main() {
	var stopped bool
	go watch(context.Background(), &stopped)
}
