// Iterators over channels and goroutines: early break stops the producer, parallel map keeps the order.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"iter"
	"slices"
	"sync"
)

func produce(n int, stopped *sync.WaitGroup) iter.Seq[int] {
	return func(yield func(int) bool) {
		c, quit := make(chan int), make(chan struct{})
		stopped.Go(func() {
			defer close(c)
			for i := range n {
				select {
				case c <- i:
				case <-quit:
					return
				}
			}
		})
		defer close(quit)
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}

func parallelMap[T, U any](s iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		var outs []chan U
		for v := range s {
			c := make(chan U, 1)
			outs = append(outs, c)
			go func() { c <- f(v) }()
		}
		for _, c := range outs {
			if !yield(<-c) {
				return
			}
		}
	}
}

func main() {
	var wg sync.WaitGroup
	for v := range produce(100, &wg) {
		if v == 3 {
			break
		}
		fmt.Print(v, " ")
	}
	wg.Wait()
	fmt.Println("stopped")
	fmt.Println(slices.Collect(parallelMap(produce(6, &wg), func(i int) int { return i * i })))
	wg.Wait()
	next, stop := iter.Pull(produce(10, &wg))
	a, _ := next()
	b, _ := next()
	stop()
	wg.Wait()
	fmt.Println(a, b)
	func() {
		defer func() { wg.Wait(); fmt.Println("recovered", recover()) }()
		for v := range produce(5, &wg) {
			if v == 2 {
				panic("in body")
			}
		}
	}()
}
