// RLock and RUnlock belong together.
package main

import "sync"

type gauge struct {
	mu    sync.RWMutex
	value int
}

func (g *gauge) read() int {
	g.mu.RLock()
	value := g.value
	g.mu.RUnlock()
	return value
}

func main() {
	g := &gauge{value: 1}
	g.read()
}
