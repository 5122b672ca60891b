// Under the lock only what needs no lock is called.
package main

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) valueLocked() int {
	return c.n
}

func (c *counter) addIfSmall() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.valueLocked() < 10 {
		c.n++
	}
}

func main() {
	var c counter
	c.addIfSmall()
}
