// Publication by atomic flags, pointers and Value is a happens-before edge.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type conf struct{ a, b int }

func main() {
	var ready atomic.Bool
	data := 0
	go func() {
		data = 42
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
	fmt.Println(data)
	var v atomic.Value
	v.Store(conf{0, 0})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 1; i <= 5; i++ {
			v.Store(conf{i, i * i})
		}
	})
	for range 2 {
		wg.Go(func() {
			last := 0
			for range 5 {
				c := v.Load().(conf)
				if c.b != c.a*c.a || c.a < last {
					panic("inconsistent")
				}
				last = c.a
			}
		})
	}
	wg.Wait()
	fmt.Println(v.Load())
	var p atomic.Pointer[conf]
	got := make(chan int)
	go func() {
		for p.Load() == nil {
			runtime.Gosched()
		}
		got <- p.Load().b
	}()
	p.Store(&conf{1, 2})
	fmt.Println(<-got)
}
