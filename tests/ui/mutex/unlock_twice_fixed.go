// Only the deferred unlock unlocks.
package main

import "sync"

type ledger struct {
	mu    sync.Mutex
	total int
}

func (l *ledger) pay(amount int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if amount > l.total {
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
