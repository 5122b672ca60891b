// An atomic.Value takes values of one type only; here the two writers do not agree on it.
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var current atomic.Value
	set := func(value any) {
		current.Store(value) //~ panic
	}
	var writers sync.WaitGroup
	writers.Go(func() { set(1) })
	writers.Go(func() { set("one") })
	writers.Wait()
}
