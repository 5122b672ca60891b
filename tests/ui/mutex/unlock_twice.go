// The error path unlocks by hand although the unlock is deferred.
package main

import "sync"

type ledger struct {
	mu    sync.Mutex
	total int
}

func (l *ledger) pay(amount int) bool {
	l.mu.Lock()
	defer l.mu.Unlock() //~ unlock-of-unlocked
	if amount > l.total {
		l.mu.Unlock()
		return false
	}
	l.total -= amount
	return true
}

func main() {
	l := ledger{total: 5}
	l.pay(3)
	l.pay(3)
}
