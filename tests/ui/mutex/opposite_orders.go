// Two goroutines take the same two locks in opposite orders.
package main

import "sync"

var cache, disk sync.Mutex

func flush() {
	cache.Lock()
	disk.Lock() //~ lock-order
	disk.Unlock()
	cache.Unlock()
}

func load() {
	disk.Lock()
	cache.Lock()
	cache.Unlock()
	disk.Unlock()
}

func main() {
	var both sync.WaitGroup
	both.Add(2)
	go func() {
		defer both.Done()
		flush()
	}()
	go func() {
		defer both.Done()
		load()
	}()
	both.Wait()
}
