// Transfers lock the account with the smaller number first.
package main

import "sync"

type account struct {
	number  int
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	first, second := from, to
	if second.number < first.number {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

func main() {
	a, b := &account{number: 1, balance: 10}, &account{number: 2, balance: 10}
	var transfers sync.WaitGroup
	transfers.Go(func() { transfer(a, b, 1) })
	transfers.Go(func() { transfer(b, a, 2) })
	transfers.Wait()
}
