// The closure's counter is atomic.
package main

import (
	"sync"
	"sync/atomic"
)

func sequence() func() int {
	var last atomic.Int32
	return func() int {
		return int(last.Add(1))
	}
}

func main() {
	next := sequence()
	var users sync.WaitGroup
	for range 2 {
		users.Go(func() { next() })
	}
	users.Wait()
}
