// One read lock is enough.
package main

import "sync"

func main() {
	var book sync.RWMutex
	book.RLock()
	go func() {
		book.Lock()
		book.Unlock()
	}()
	book.RUnlock()
}
