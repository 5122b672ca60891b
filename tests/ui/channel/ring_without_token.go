// Everybody in a ring waits for the token before passing it on, and nobody has it.
package main

import "sync"

func main() {
	const members = 3
	var ring [members]chan bool
	for i := range ring {
		ring[i] = make(chan bool)
	}
	var all sync.WaitGroup
	all.Add(members)
	for i := range ring {
		go func() {
			defer all.Done()
			<-ring[i] //~ deadlock
			ring[(i+1)%members] <- true
		}()
	}
	all.Wait()
}
