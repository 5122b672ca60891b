// A reader releases its lock early on one path, and once more by defer.
package main

import "sync"

type index struct {
	mu   sync.RWMutex
	keys []string
}

func (x *index) first() string {
	x.mu.RLock()
	defer x.mu.RUnlock() //~ unlock-of-unlocked
	if len(x.keys) == 0 {
		x.mu.RUnlock()
		return ""
	}
	return x.keys[0]
}

func main() {
	var x index
	x.first()
}
