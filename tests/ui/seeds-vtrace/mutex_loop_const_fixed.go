// With an odd number of rounds the loop ends with an Unlock.
package main

import "sync"

const rounds = 9

func main() {
	var door sync.Mutex
	door.Lock()
	for round := 0; round < rounds; round++ {
		if round%2 == 0 {
			door.Unlock()
		} else {
			door.Lock()
		}
	}
	door.Lock()
}
