// sync.WaitGroup: Add, Done, Wait, Go, reuse, several waiters, zero count, negative counter panic.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var wg sync.WaitGroup
	wg.Wait()
	var n atomic.Int64
	for round := range 3 {
		wg.Add(4)
		for range 4 {
			go func() {
				n.Add(int64(round + 1))
				wg.Done()
			}()
		}
		wg.Wait()
		fmt.Println(round, n.Load())
	}
	for i := range 5 {
		wg.Go(func() { n.Add(int64(i)) })
	}
	wg.Wait()
	fmt.Println(n.Load())
	var gate, out sync.WaitGroup
	gate.Add(1)
	ready := 0
	out.Add(3)
	var seen atomic.Int32
	for range 3 {
		go func() {
			defer out.Done()
			gate.Wait()
			if ready == 1 {
				seen.Add(1)
			}
		}()
	}
	ready = 1
	gate.Done()
	out.Wait()
	fmt.Println(seen.Load())
	func() {
		defer func() { fmt.Println(recover()) }()
		var w sync.WaitGroup
		w.Add(1)
		w.Add(-2)
	}()
	p := new(sync.WaitGroup)
	p.Go(func() { p.Go(func() { n.Store(-1) }) })
	p.Wait()
	fmt.Println(n.Load())
}
