// Statistics are written under the read lock, which several goroutines hold at once.
package main

import "sync"

type lookup struct {
	mu     sync.RWMutex
	values map[int]int
	hits   int
}

func (l *lookup) get(key int) int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.hits++ //~ race
	return l.values[key]
}

func main() {
	l := &lookup{values: map[int]int{1: 1}}
	var users sync.WaitGroup
	users.Go(func() { l.get(1) })
	users.Go(func() { l.get(1) })
	users.Wait()
}
