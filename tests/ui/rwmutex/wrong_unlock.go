// A read lock is released with the writer's Unlock.
package main

import "sync"

type gauge struct {
	mu    sync.RWMutex
	value int
}

func (g *gauge) read() int {
	g.mu.RLock()
	value := g.value
	g.mu.Unlock() //~ unlock-of-unlocked
	return value
}

func main() {
	g := &gauge{value: 1}
	g.read()
}
