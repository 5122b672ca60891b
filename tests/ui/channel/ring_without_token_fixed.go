// Main puts the token into the ring and takes it out again.
package main

import "sync"

func main() {
	const members = 3
	var ring [members + 1]chan bool
	for i := range ring {
		ring[i] = make(chan bool)
	}
	var all sync.WaitGroup
	all.Add(members)
	for i := range members {
		go func() {
			defer all.Done()
			<-ring[i]
			ring[i+1] <- true
		}()
	}
	ring[0] <- true
	<-ring[members]
	all.Wait()
}
