// One side reads the flag atomically, but the other writes it like any variable.
package main

import "sync/atomic"

func main() {
	var stopped int32
	done := make(chan struct{})
	go func() {
		stopped = 1 //~ race
		close(done)
	}()
	if atomic.LoadInt32(&stopped) == 1 {
		return
	}
	<-done
}
