// Stop does not wait for a timer's function that is already running, which then sends on the closed channel.
package main

import "time"

func main() {
	alarms := make(chan int, 1)
	timer := time.AfterFunc(time.Second, func() {
		alarms <- 1 //~ send-on-closed
	})
	timer.Stop()
	close(alarms)
}
