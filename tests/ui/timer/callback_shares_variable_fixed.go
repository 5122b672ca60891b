// The counter is atomic.
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var missed atomic.Int32
	timer := time.AfterFunc(time.Second, func() {
		missed.Add(1)
	})
	timer.Stop()
	if missed.Load() > 1 {
		panic("impossible")
	}
}
