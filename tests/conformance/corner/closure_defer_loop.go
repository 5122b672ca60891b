// Closures, defers, goroutines and loop variables combined; per-iteration copies with continue, labels and goto.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func collect() (out []int) {
	var fs []func() int
outer:
	for i := 0; i < 3; i++ {
		for j := i; ; j++ {
			fs = append(fs, func() int { return i*10 + j })
			if j == 1 {
				continue outer
			}
			if j > 2 {
				break
			}
		}
	}
	for _, f := range fs {
		out = append(out, f())
	}
	return
}

func mutate() (out []int) {
	var incs []func() int
	for i := 0; i < 9; i += 3 {
		incs = append(incs, func() int { i++; return i })
		incs[len(incs)-1]()
	}
	for _, f := range incs {
		out = append(out, f(), f())
	}
	return
}

func deferred() (s string) {
	defer func() { s = "[" + s + "]" }()
	for i, c := range "abc" {
		defer func() { s += fmt.Sprint(i, string(c)) }()
	}
	return "r"
}

func main() {
	fmt.Println(collect())
	fmt.Println(mutate())
	fmt.Println(deferred())
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := map[[2]int]bool{}
	for i := 0; i < 3; i++ {
		for _, v := range []int{7, 8} {
			wg.Add(1)
			go func() {
				defer wg.Done()
				mu.Lock()
				defer mu.Unlock()
				seen[[2]int{i, v}] = true
			}()
		}
	}
	wg.Wait()
	fmt.Println(len(seen), seen)
	results := make([]func() []int, 3)
	for i := range results {
		var acc []int
		results[i] = func() []int {
			acc = append(acc, len(acc)*i)
			return acc
		}
	}
	results[2]()
	results[2]()
	fmt.Println(results[2](), results[1](), results[0]())
	ch := make(chan func() int, 3)
	for i := range 3 {
		go func() { ch <- func() int { i += 10; return i } }()
	}
	sum := 0
	for range 3 {
		f := <-ch
		f()
		sum += f()
	}
	fmt.Println(sum)
}
