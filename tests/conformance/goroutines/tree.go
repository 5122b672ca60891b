// Goroutines spawn goroutines: parallel tree sum, parallel merge sort, nested wait groups.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func sum(lo, hi int) int {
	if hi-lo <= 2 {
		s := 0
		for i := lo; i < hi; i++ {
			s += i
		}
		return s
	}
	c := make(chan int, 2)
	mid := (lo + hi) / 2
	go func() { c <- sum(lo, mid) }()
	go func() { c <- sum(mid, hi) }()
	return <-c + <-c
}

func mergeSort(xs []int) []int {
	if len(xs) < 2 {
		return xs
	}
	m := len(xs) / 2
	var l, r []int
	var wg sync.WaitGroup
	wg.Go(func() { l = mergeSort(xs[:m]) })
	wg.Go(func() { r = mergeSort(xs[m:]) })
	wg.Wait()
	out := make([]int, 0, len(xs))
	for len(l) > 0 && len(r) > 0 {
		if l[0] <= r[0] {
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return append(append(out, l...), r...)
}

func main() {
	fmt.Println(sum(0, 30))
	fmt.Println(mergeSort([]int{5, 2, 9, 1, 5, 6, -3, 0}))
}
