// A method that holds the lock calls another method that takes it.
package main

import "sync"

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) value() int {
	c.mu.Lock() //~ double-lock
	defer c.mu.Unlock()
	return c.n
}

func (c *counter) addIfSmall() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.value() < 10 {
		c.n++
	}
}

func main() {
	var c counter
	c.addIfSmall()
}
