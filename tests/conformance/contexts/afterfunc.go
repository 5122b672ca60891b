// context.AfterFunc runs once after cancellation, in its own goroutine, unless stopped.
//
//conformance:seeds 50
package main

import (
	"context"
	"fmt"
	"sync"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan string, 5)
	stop1 := context.AfterFunc(ctx, func() { ran <- "one" })
	stop2 := context.AfterFunc(ctx, func() { ran <- "two" })
	fmt.Println(stop2(), stop2())
	cancel()
	fmt.Println(<-ran)
	fmt.Println(stop1(), len(ran))
	context.AfterFunc(ctx, func() { ran <- "already cancelled" })
	fmt.Println(<-ran)
	var wg sync.WaitGroup
	ctx, cancel = context.WithCancel(context.Background())
	results := make([]error, 4)
	for i := range results {
		wg.Go(func() {
			c, cc := context.WithCancel(ctx)
			defer cc()
			<-c.Done()
			results[i] = c.Err()
		})
	}
	cancel()
	wg.Wait()
	fmt.Println(results)
}
