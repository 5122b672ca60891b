// Who does not get the lock does not work.
package main

import "sync"

var (
	mu   sync.Mutex
	hits int
)

func hit() {
	if !mu.TryLock() {
		return
	}
	hits++
	mu.Unlock()
}

func main() {
	var users sync.WaitGroup
	users.Go(hit)
	users.Go(hit)
	users.Wait()
}
