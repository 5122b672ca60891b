// n readers and two writers of one variable, under a readers-writer lock.
package main

import "sync"

const n = 3

func main() {
	var lock sync.RWMutex
	var done sync.WaitGroup
	value := 0
	done.Add(n + 2)
	for range n {
		go func() {
			defer done.Done()
			lock.RLock()
			_ = value
			lock.RUnlock()
		}()
	}
	for range 2 {
		go func() {
			defer done.Done()
			lock.Lock()
			value++
			lock.Unlock()
		}()
	}
	done.Wait()
}
