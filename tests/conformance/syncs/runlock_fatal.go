// RUnlock of an RWMutex that is not read-locked is a fatal error.
package main

import "sync"

func main() {
	var mu sync.RWMutex
	mu.RUnlock()
}
