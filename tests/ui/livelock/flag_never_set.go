// Main spins until the worker is ready, but the worker forgot to say so.
package main

import "sync/atomic"

func main() {
	var ready atomic.Bool
	go func() {
		if ready.Load() {
			ready.Store(true)
		}
	}()
	for !ready.Load() { //~ livelock
	}
}
