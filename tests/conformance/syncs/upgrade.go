// Reader-writer use: a pending writer blocks new readers; writers proceed after current readers.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var rw sync.RWMutex
	rw.RLock()
	wrote := make(chan bool)
	go func() {
		rw.Lock()
		fmt.Println("writer in")
		rw.Unlock()
		wrote <- true
	}()
	time.Sleep(5 * time.Millisecond)
	fmt.Println("pending writer blocks TryRLock:", !rw.TryRLock())
	read := make(chan bool)
	go func() {
		rw.RLock()
		fmt.Println("late reader in")
		rw.RUnlock()
		read <- true
	}()
	time.Sleep(5 * time.Millisecond)
	fmt.Println("first reader out")
	rw.RUnlock()
	<-wrote
	<-read
	fmt.Println(rw.TryLock())
}
