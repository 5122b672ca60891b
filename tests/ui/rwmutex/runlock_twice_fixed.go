// The deferred RUnlock is the only one.
package main

import "sync"

type index struct {
	mu   sync.RWMutex
	keys []string
}

func (x *index) first() string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if len(x.keys) == 0 {
		return ""
	}
	return x.keys[0]
}

func main() {
	var x index
	x.first()
}
