// A panic under the lock is recovered further up, but nobody unlocks.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	history []int
}

func (a *account) last() int {
	a.mu.Lock()
	entry := a.history[len(a.history)-1]
	a.mu.Unlock()
	return entry
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
	a.mu.Lock() //~ deadlock
	a.history = append(a.history, 1)
	a.mu.Unlock()
}
