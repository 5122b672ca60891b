// If Stop comes too late, main waits for the alarm before it closes the channel.
package main

import "time"

func main() {
	alarms := make(chan int, 1)
	timer := time.AfterFunc(time.Second, func() {
		alarms <- 1
	})
	if !timer.Stop() {
		<-alarms
	}
	close(alarms)
}
