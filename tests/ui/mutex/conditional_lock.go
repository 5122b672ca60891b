// The lock is taken only for writers, but released for everybody.
package main

import "sync"

type file struct {
	mu   sync.Mutex
	size int
}

func (f *file) access(write bool) {
	if write {
		f.mu.Lock()
		f.size++
	}
	f.mu.Unlock() //~ unlock-of-unlocked
}

func main() {
	var f file
	var users sync.WaitGroup
	users.Go(func() { f.access(true) })
	users.Go(func() { f.access(false) })
	users.Wait()
}
