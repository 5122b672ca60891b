// A client waits for the limiter's next token, but the limiter was stopped and will not give any.
package main

import "sync"

type limiter struct {
	tokens chan struct{}
	stop   chan struct{}
}

func newLimiter() *limiter {
	l := &limiter{tokens: make(chan struct{}), stop: make(chan struct{})}
	go func() {
		for {
			select {
			case l.tokens <- struct{}{}:
			case <-l.stop:
				return
			}
		}
	}()
	return l
}

func (l *limiter) wait() {
	<-l.tokens //~ deadlock
}

func main() {
	l := newLimiter()
	var client sync.WaitGroup
	client.Go(l.wait)
	close(l.stop)
	client.Wait()
}
