// A snapshot of a locked struct is locked too, and nobody will ever unlock it.
package main

import "sync"

type config struct {
	mu    sync.Mutex
	level int
}

func (c *config) snapshot() *config {
	c.mu.Lock()
	defer c.mu.Unlock()
	copied := *c
	return &copied
}

func main() {
	c := &config{level: 1}
	s := c.snapshot()
	s.mu.Lock() //~ deadlock
	s.level++
	s.mu.Unlock()
}
