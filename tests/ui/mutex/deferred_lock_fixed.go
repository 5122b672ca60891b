// The deferred call unlocks.
package main

import "sync"

type tally struct {
	mu sync.Mutex
	n  int
}

func (t *tally) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func main() {
	var t tally
	t.add()
}
