// A reader calls a helper that takes the read lock once more; a writer in between blocks both.
package main

import "sync"

type table struct {
	mu   sync.RWMutex
	rows []int
}

func (t *table) size() int {
	t.mu.RLock() //~ rwmutex-deadlock
	defer t.mu.RUnlock()
	return len(t.rows)
}

func (t *table) last() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[t.size()-1]
}

func (t *table) add(row int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows = append(t.rows, row)
}

func main() {
	t := &table{rows: []int{1}}
	var users sync.WaitGroup
	users.Go(func() { t.last() })
	users.Go(func() { t.add(2) })
	users.Wait()
}
