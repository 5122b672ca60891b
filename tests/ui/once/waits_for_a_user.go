// The initialiser waits for a goroutine that itself waits for the initialiser.
package main

import "sync"

var once sync.Once

func setup() {
	started := make(chan struct{})
	go func() {
		ensure()
		close(started)
	}()
	<-started //~ deadlock
}

func ensure() {
	once.Do(setup)
}

func main() {
	ensure()
}
