// A timer whose value was received needs no draining.
package main

import "time"

func main() {
	timer := time.NewTimer(time.Millisecond)
	<-timer.C
	timer.Stop()
}
