// A lock decides who goes first.
package main

import "sync"

func pass(corridor *sync.Mutex) {
	corridor.Lock()
	corridor.Unlock()
}

func main() {
	var corridor sync.Mutex
	var both sync.WaitGroup
	both.Go(func() { pass(&corridor) })
	both.Go(func() { pass(&corridor) })
	both.Wait()
}
