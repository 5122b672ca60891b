// Each takes its own lock, does not get the other's, gives up its own, and tries again, in step with the other.
package main

import "sync"

func lockBoth(mine, other *sync.Mutex) {
	mine.Lock()
	for !other.TryLock() { //~ livelock
		mine.Unlock()
		mine.Lock()
	}
	other.Unlock()
	mine.Unlock()
}

func main() {
	var a, b sync.Mutex
	var both sync.WaitGroup
	both.Go(func() { lockBoth(&a, &b) })
	both.Go(func() { lockBoth(&b, &a) })
	both.Wait()
}
