// Both take the locks in the same order, and wait.
package main

import "sync"

func lockBoth(first, second *sync.Mutex) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func main() {
	var a, b sync.Mutex
	var both sync.WaitGroup
	both.Go(func() { lockBoth(&a, &b) })
	both.Go(func() { lockBoth(&a, &b) })
	both.Wait()
}
