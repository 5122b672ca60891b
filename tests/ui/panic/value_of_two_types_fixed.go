// Both writers store strings.
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var current atomic.Value
	set := func(value any) {
		current.Store(value)
	}
	var writers sync.WaitGroup
	writers.Go(func() { set("1") })
	writers.Go(func() { set("one") })
	writers.Wait()
}
