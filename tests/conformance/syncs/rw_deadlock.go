// Recursive read locking with a writer in between is a deadlock.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var rw sync.RWMutex
	rw.RLock()
	go func() {
		rw.Lock()
		rw.Unlock()
	}()
	time.Sleep(5 * time.Millisecond)
	fmt.Println("second RLock")
	rw.RLock()
	fmt.Println("not reached")
}
