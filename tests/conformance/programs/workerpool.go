// A worker pool with results collected by job number and errors counted.
//
//conformance:seeds 50
package main

import (
	"errors"
	"fmt"
	"sync"
)

type job struct{ id, n int }
type result struct {
	job
	out int
	err error
}

var errOdd = errors.New("odd square root")

func work(j job) (r result) {
	r.job = j
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("job %d: %v", j.id, p)
		}
	}()
	if j.n%4 == 3 {
		panic("three")
	}
	if j.n%2 == 1 {
		return result{j, 0, errOdd}
	}
	r.out = j.n * j.n
	return r
}

func main() {
	jobs := make(chan job, 4)
	results := make(chan result)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				results <- work(j)
			}
		}()
	}
	go func() {
		for i := range 12 {
			jobs <- job{i, i}
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	all := make([]result, 12)
	for r := range results {
		all[r.id] = r
	}
	odd, panics, sum := 0, 0, 0
	for i, r := range all {
		switch {
		case r.id != i:
			panic("mixed up")
		case errors.Is(r.err, errOdd):
			odd++
		case r.err != nil:
			panics++
		default:
			sum += r.out
		}
	}
	fmt.Println(odd, panics, sum)
}
