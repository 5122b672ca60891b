// Goexit in main while no other goroutine runs ends in a deadlock error.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	defer fmt.Println("main deferred")
	other := make(chan bool)
	go func() { fmt.Println("other"); close(other) }()
	<-other
	done := make(chan bool)
	go func() { close(done) }()
	<-done
	runtime.Goexit()
}
