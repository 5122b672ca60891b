// Both sides are atomic.
package main

import "sync/atomic"

func main() {
	var stopped int32
	done := make(chan struct{})
	go func() {
		atomic.StoreInt32(&stopped, 1)
		close(done)
	}()
	if atomic.LoadInt32(&stopped) == 1 {
		return
	}
	<-done
}
