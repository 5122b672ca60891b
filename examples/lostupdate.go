// Two deposits without a lock: each reads the balance, then writes it. If both read before either writes, one deposit
// is lost:
//
//	vtrace check examples/lostupdate.go
package main

import (
	"fmt"
	"os"
	"sync"
)

type account struct{ balance int }

func (a *account) deposit(amount int) {
	before := a.balance
	a.balance = before + amount
}

func main() {
	var (
		joint account
		group sync.WaitGroup
	)
	group.Go(func() { joint.deposit(50) })
	group.Go(func() { joint.deposit(100) })
	group.Wait()
	fmt.Println("balance:", joint.balance)
	if joint.balance != 150 {
		os.Exit(1)
	}
}
