// Workers stop when their context is cancelled; the first error cancels the others.
//
//conformance:seeds 50
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

func worker(ctx context.Context, id int, jobs <-chan int, out chan<- int) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok := <-jobs:
			if !ok {
				return nil
			}
			if j == 13 {
				return fmt.Errorf("worker: bad job %d", j)
			}
			select {
			case out <- j * 2:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

func run(jobs []int) (sum int, err error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	in, out := make(chan int), make(chan int)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if e := worker(ctx, i, in, out); e != nil && !errors.Is(e, context.Canceled) {
				cancel(e)
			}
		})
	}
	go func() {
		defer close(in)
		for _, j := range jobs {
			select {
			case in <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { wg.Wait(); close(out) }()
	for v := range out {
		sum += v
	}
	return sum, context.Cause(ctx)
}

func main() {
	fmt.Println(run([]int{1, 2, 3, 4, 5}))
	_, err := run([]int{1, 13, 2, 3})
	fmt.Println(err)
}
