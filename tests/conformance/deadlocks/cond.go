// A Cond.Wait that nobody signals is a deadlock.
package main

import "sync"

func main() {
	c := sync.NewCond(&sync.Mutex{})
	c.L.Lock()
	c.Wait()
}
