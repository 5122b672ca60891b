// A deferred unlock runs when the function panics, too.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	history []int
}

func (a *account) last() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.history[len(a.history)-1]
}

func guarded(f func()) {
	defer func() { recover() }()
	f()
}

func main() {
	a := &account{}
	var first sync.WaitGroup
	first.Go(func() {
		guarded(func() { a.last() })
	})
	first.Wait()
	a.mu.Lock()
	a.history = append(a.history, 1)
	a.mu.Unlock()
}
