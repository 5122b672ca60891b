// A reader that finds nothing takes the write lock without giving up its read lock.
package main

import "sync"

type cache struct {
	mu     sync.RWMutex
	values map[string]int
}

func (c *cache) get(key string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	value, ok := c.values[key]
	if !ok {
		c.mu.Lock() //~ rwmutex-deadlock
		value = len(key)
		c.values[key] = value
		c.mu.Unlock()
	}
	return value
}

func main() {
	c := &cache{values: map[string]int{}}
	c.get("a")
}
