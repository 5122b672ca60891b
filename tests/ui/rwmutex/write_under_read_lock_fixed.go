// The counter is atomic.
package main

import (
	"sync"
	"sync/atomic"
)

type lookup struct {
	mu     sync.RWMutex
	values map[int]int
	hits   atomic.Int32
}

func (l *lookup) get(key int) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.hits.Add(1)
	return l.values[key]
}

func main() {
	l := &lookup{values: map[int]int{1: 1}}
	var users sync.WaitGroup
	users.Go(func() { l.get(1) })
	users.Go(func() { l.get(1) })
	users.Wait()
}
