// The snapshot gets the data and a mutex of its own.
package main

import "sync"

type config struct {
	mu    sync.Mutex
	level int
}

func (c *config) snapshot() *config {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &config{level: c.level}
}

func main() {
	c := &config{level: 1}
	s := c.snapshot()
	s.mu.Lock()
	s.level++
	s.mu.Unlock()
}
