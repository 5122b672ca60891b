// Unlock of an RWMutex that is only read-locked is a fatal error.
package main

import "sync"

func main() {
	var mu sync.RWMutex
	mu.RLock()
	mu.Unlock()
}
