// A worker that gives up with Goexit never reaches its send.
package main

import "runtime"

func require(ok bool) {
	if !ok {
		runtime.Goexit()
	}
}

func main() {
	reply := make(chan int)
	go func() {
		require(false)
		reply <- 1
	}()
	<-reply //~ deadlock
}
