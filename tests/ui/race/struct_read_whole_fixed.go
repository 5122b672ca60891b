// The reader holds the lock too.
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
	totals.hits++
}

func report() stats {
	mu.Lock()
	defer mu.Unlock()
	return totals
}

func main() {
	go hit()
	report()
}
