// runtime.Goexit runs deferred calls, cannot be recovered, and ends only its goroutine.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func deep(n int) {
	defer func() { fmt.Println("defer", n, recover()) }()
	if n == 0 {
		runtime.Goexit()
	}
	deep(n - 1)
	fmt.Println("not reached")
}

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		deep(2)
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() {
			r := recover()
			fmt.Println("recovered", r)
			runtime.Goexit()
		}()
		panic("first a panic, then Goexit")
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer fmt.Println("after inner panic recovered")
		defer func() {
			defer func() { fmt.Println("r", recover()) }()
			panic("in defer during Goexit")
		}()
		runtime.Goexit()
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range func(yield func(int) bool) {
			defer fmt.Println("iterator exits")
			yield(1)
		} {
			defer fmt.Println("loop body defer", i)
			runtime.Goexit()
		}
	}()
	wg.Wait()
	fmt.Println("main goes on")
}
