// A slip of the pen: the deferred call locks instead of unlocking.
package main

import "sync"

type tally struct {
	mu sync.Mutex
	n  int
}

func (t *tally) add() {
	t.mu.Lock()
	defer t.mu.Lock() //~ double-lock
	t.n++
}

func main() {
	var t tally
	t.add()
}
