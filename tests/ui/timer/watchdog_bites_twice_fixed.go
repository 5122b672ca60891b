// A Once makes the second time harmless.
package main

import (
	"sync"
	"time"
)

func main() {
	dead := make(chan struct{})
	var once sync.Once
	watchdog := time.AfterFunc(time.Second, func() {
		once.Do(func() { close(dead) })
	})
	watchdog.Reset(time.Second)
	<-dead
}
