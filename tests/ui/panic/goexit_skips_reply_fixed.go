// Goexit runs deferred functions, and one of them closes the channel.
package main

import "runtime"

func require(ok bool) {
	if !ok {
		runtime.Goexit()
	}
}

func main() {
	reply := make(chan int, 1)
	go func() {
		defer close(reply)
		require(false)
		reply <- 1
	}()
	<-reply
}
