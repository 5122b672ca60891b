// The helper under the lock does not lock.
package main

import "sync"

type table struct {
	mu   sync.RWMutex
	rows []int
}

func (t *table) sizeLocked() int {
	return len(t.rows)
}

func (t *table) last() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[t.sizeLocked()-1]
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
