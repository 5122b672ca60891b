// Everybody takes the cache's lock first.
package main

import "sync"

var cache, disk sync.Mutex

func flush() {
	cache.Lock()
	disk.Lock()
	disk.Unlock()
	cache.Unlock()
}

func load() {
	cache.Lock()
	disk.Lock()
	disk.Unlock()
	cache.Unlock()
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
