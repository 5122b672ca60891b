// A writer that arrives between two read locks of one goroutine blocks the second.
package main

import "sync"

func main() {
	var book sync.RWMutex
	book.RLock()
	go func() {
		book.Lock()
		book.Unlock()
	}()
	book.RLock() //~ rwmutex-deadlock
	book.RUnlock()
	book.RUnlock()
}
