// The read lock is given up first, and the map is looked at again under the write lock.
package main

import "sync"

type cache struct {
	mu     sync.RWMutex
	values map[string]int
}

func (c *cache) get(key string) int {
	c.mu.RLock()
	value, ok := c.values[key]
	c.mu.RUnlock()
	if ok {
		return value
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if value, ok = c.values[key]; !ok {
		value = len(key)
		c.values[key] = value
	}
	return value
}

func main() {
	c := &cache{values: map[string]int{}}
	var users sync.WaitGroup
	users.Go(func() { c.get("a") })
	users.Go(func() { c.get("a") })
	users.Wait()
}
