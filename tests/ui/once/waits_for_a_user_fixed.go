// The goroutine says that it has started before it asks for what is being set up.
package main

import "sync"

var once sync.Once

func setup() {
	started := make(chan struct{})
	go func() {
		close(started)
		ensure()
	}()
	<-started
}

func ensure() {
	once.Do(setup)
}

func main() {
	ensure()
}
