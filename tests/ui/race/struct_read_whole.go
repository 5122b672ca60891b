// The writer holds the lock, but the reader copies the whole struct without it.
package main

import "sync"

type stats struct {
	hits, misses int
}

var (
	mu     sync.Mutex
	totals stats
)

func hit() {
	mu.Lock()
	defer mu.Unlock()
	totals.hits++ //~ race
}

func report() stats {
	return totals
}

func main() {
	go hit()
	report()
}
