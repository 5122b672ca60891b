// The timer's function runs in a goroutine of its own, and counts without a lock.
package main

import "time"

func main() {
	missed := 0
	timer := time.AfterFunc(time.Second, func() {
		missed++ //~ race
	})
	timer.Stop()
	if missed > 1 {
		panic("impossible")
	}
}
