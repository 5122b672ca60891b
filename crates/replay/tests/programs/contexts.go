package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

type key struct{}

func worker(ctx context.Context, id int, out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			fmt.Println(id, "stops:", ctx.Err(), ctx.Value(key{}))
			return
		case out <- n:
		}
	}
}

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), key{}, "v"), time.Second)
	defer cancel()
	child, stop := context.WithCancel(ctx)
	stopped := context.AfterFunc(child, func() { log.Println("child is over") })
	out := make(chan int)
	var wg sync.WaitGroup
	for id := range 2 {
		wg.Add(1)
		go worker(child, id, out, &wg)
	}
	var sum atomic.Int64
	for range 4 {
		sum.Add(int64(<-out))
	}
	stop()
	wg.Wait()
	fmt.Println(sum.Load() >= 0, stopped(), errors.Is(child.Err(), context.Canceled))
}
