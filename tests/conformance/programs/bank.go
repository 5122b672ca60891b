// Concurrent bank transfers keep the total; accounts locked in order.
//
//conformance:seeds 50
package main

import (
	"errors"
	"fmt"
	"sync"
)

var ErrFunds = errors.New("insufficient funds")

type account struct {
	id  int
	mu  sync.Mutex
	bal int
}

func transfer(from, to *account, n int) error {
	a, b := from, to
	if a.id > b.id {
		a, b = b, a
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if from.bal < n {
		return fmt.Errorf("account %d: %w (%d < %d)", from.id, ErrFunds, from.bal, n)
	}
	from.bal -= n
	to.bal += n
	return nil
}

func main() {
	accts := make([]*account, 4)
	for i := range accts {
		accts[i] = &account{id: i, bal: 100}
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 6 {
				from, to := accts[(w+i)%4], accts[(w+i*2+1)%4]
				if from == to {
					continue
				}
				if err := transfer(from, to, 15*(i+1)); err != nil && !errors.Is(err, ErrFunds) {
					panic(err)
				}
			}
		})
	}
	wg.Wait()
	total, negative := 0, false
	for _, a := range accts {
		total += a.bal
		negative = negative || a.bal < 0
	}
	fmt.Println(total, negative)
	fmt.Println(transfer(&account{id: 9, bal: 1}, accts[0], 5))
}
