// The worker says that it is ready, so the spinning ends.
package main

import "sync/atomic"

func main() {
	var ready atomic.Bool
	go func() {
		ready.Store(true)
	}()
	for !ready.Load() {
	}
}
