// A client sends a request with a reply channel and gives up; the server then waits for ever to reply.
package main

import "time"

type request struct {
	reply chan int
}

func serve(requests <-chan request) {
	for r := range requests {
		r.reply <- 42 //~ leak
	}
}

func main() {
	requests := make(chan request)
	go serve(requests)
	r := request{reply: make(chan int)}
	requests <- r
	select {
	case <-r.reply:
	case <-time.After(time.Second):
	}
	close(requests)
}
