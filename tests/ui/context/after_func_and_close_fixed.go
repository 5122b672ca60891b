// If stop comes too late, the other one finishes the job.
package main

import "context"

type job struct {
	done chan struct{}
}

func (j *job) finish() {
	close(j.done)
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{done: make(chan struct{})}
	stop := context.AfterFunc(ctx, j.finish)
	go cancel()
	if stop() {
		j.finish()
	}
	<-j.done
}
