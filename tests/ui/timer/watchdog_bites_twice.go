// A watchdog that has just fired is reset by a late heartbeat, and fires again.
package main

import "time"

func main() {
	dead := make(chan struct{})
	watchdog := time.AfterFunc(time.Second, func() {
		close(dead) //~ close-of-closed
	})
	watchdog.Reset(time.Second)
	<-dead
}
