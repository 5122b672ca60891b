// The function that runs after cancellation finishes the job; main finishes it too, without looking at what stop says.
package main

import "context"

type job struct {
	done chan struct{}
}

func (j *job) finish() {
	close(j.done) //~ close-of-closed
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{done: make(chan struct{})}
	stop := context.AfterFunc(ctx, j.finish)
	go cancel()
	stop()
	j.finish()
}
