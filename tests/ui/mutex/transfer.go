// Transfers lock both accounts, the paying one first: two in opposite directions block each other.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() //~ lock-order
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

func main() {
	a, b := &account{balance: 10}, &account{balance: 10}
	var transfers sync.WaitGroup
	transfers.Go(func() { transfer(a, b, 1) })
	transfers.Go(func() { transfer(b, a, 2) })
	transfers.Wait()
}
