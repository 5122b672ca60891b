// The reply channel has room for the reply, wanted or not.
package main

import "time"

type request struct {
	reply chan int
}

func serve(requests <-chan request) {
	for r := range requests {
		r.reply <- 42
	}
}

func main() {
	requests := make(chan request)
	go serve(requests)
	r := request{reply: make(chan int, 1)}
	requests <- r
	select {
	case <-r.reply:
	case <-time.After(time.Second):
	}
	close(requests)
}
