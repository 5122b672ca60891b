package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // the other order, if somebody transfers back
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

func main() {
	ada, grace := &account{balance: 100}, &account{balance: 50}
	jobs := make(chan int, 2)
	done := make(chan bool)
	go func() {
		for amount := range jobs {
			transfer(ada, grace, amount)
		}
		done <- true
	}()
	jobs <- 10
	jobs <- 20
	close(jobs)
	transfer(grace, ada, 5)
	<-done
	fmt.Println(ada.balance, grace.balance)
}
