// The timer's channel is drained after a Stop that came too late, but its only value was already received.
package main

import "time"

func main() {
	timer := time.NewTimer(time.Millisecond)
	<-timer.C
	if !timer.Stop() {
		<-timer.C //~ deadlock
	}
}
