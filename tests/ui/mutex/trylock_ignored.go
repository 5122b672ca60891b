// The result of TryLock is ignored: two goroutines work at once, and one unlocks what is not locked.
package main

import "sync"

var (
	mu   sync.Mutex
	hits int
)

func hit() {
	mu.TryLock()
	hits++      //~ race
	mu.Unlock() //~ unlock-of-unlocked
}

func main() {
	var users sync.WaitGroup
	users.Go(hit)
	users.Go(hit)
	users.Wait()
}
