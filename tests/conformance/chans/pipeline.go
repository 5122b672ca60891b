// A pipeline of stages with fan-out and fan-in, closing propagates.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sort"
	"sync"
)

func gen(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := 1; i <= n; i++ {
			c <- i
		}
	}()
	return c
}

func sq(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for v := range in {
			out <- v * v
		}
		close(out)
	}()
	return out
}

func merge(cs ...<-chan int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int, 2)
	wg.Add(len(cs))
	for _, c := range cs {
		go func() {
			defer wg.Done()
			for v := range c {
				out <- v
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

func main() {
	for v := range sq(sq(gen(4))) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	in := gen(9)
	var got []int
	for v := range merge(sq(in), sq(in), sq(in)) {
		got = append(got, v)
	}
	sort.Ints(got)
	fmt.Println(got)
}
