// As mutex_loop_const, but the number of rounds is a variable that another package could set.
package main

import "sync"

// Rounds is how often the door is moved.
var Rounds = 8

func main() {
	var door sync.Mutex
	door.Lock()
	for round := 0; round < Rounds; round++ {
		if round%2 == 1 {
			door.Lock()
			continue
		}
		door.Unlock()
	}
	door.Lock() //~ double-lock
}
