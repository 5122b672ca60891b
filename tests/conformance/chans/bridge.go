// Channels of channels: bridge, or-done, tee and fan-in combinators.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func orDone[T any](done <-chan struct{}, c <-chan T) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for {
			select {
			case <-done:
				return
			case v, ok := <-c:
				if !ok {
					return
				}
				select {
				case out <- v:
				case <-done:
					return
				}
			}
		}
	}()
	return out
}

func bridge[T any](done <-chan struct{}, cc <-chan <-chan T) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for c := range orDone(done, cc) {
			for v := range orDone(done, c) {
				select {
				case out <- v:
				case <-done:
					return
				}
			}
		}
	}()
	return out
}

func tee[T any](c <-chan T) (<-chan T, <-chan T) {
	a, b := make(chan T), make(chan T)
	go func() {
		defer close(a)
		defer close(b)
		for v := range c {
			x, y := a, b
			for range 2 {
				select {
				case x <- v:
					x = nil
				case y <- v:
					y = nil
				}
			}
		}
	}()
	return a, b
}

func or(cs ...<-chan struct{}) <-chan struct{} {
	if len(cs) == 1 {
		return cs[0]
	}
	out := make(chan struct{})
	go func() {
		defer close(out)
		select {
		case <-cs[0]:
		case <-or(cs[1:]...):
		}
	}()
	return out
}

func main() {
	done := make(chan struct{})
	cc := make(chan (<-chan int))
	go func() {
		defer close(cc)
		for i := range 4 {
			c := make(chan int, 2)
			c <- i
			c <- i * 10
			close(c)
			cc <- c
		}
	}()
	var got []int
	for v := range bridge(done, cc) {
		got = append(got, v)
	}
	fmt.Println(got)
	src := make(chan string)
	go func() {
		for _, s := range []string{"x", "y", "z"} {
			src <- s
		}
		close(src)
	}()
	a, b := tee(src)
	var wg sync.WaitGroup
	var sa, sb string
	wg.Go(func() {
		for v := range a {
			sa += v
		}
	})
	wg.Go(func() {
		for v := range b {
			sb += v
		}
	})
	wg.Wait()
	fmt.Println(sa, sb)
	sig := make(chan struct{})
	o := or(make(chan struct{}), sig, make(chan struct{}))
	close(sig)
	<-o
	close(done)
	fmt.Println("or done")
}
