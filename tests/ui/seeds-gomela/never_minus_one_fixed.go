// The variable is atomic, and the condition of the second close never holds.
package main

import "sync/atomic"

var state atomic.Int32

func main() {
	done := make(chan struct{})
	go func() {
		state.Store(1)
		close(done)
	}()
	if state.Load() == -1 {
		close(done)
	}
	<-done
}
