// Clients of a stopped limiter go away.
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

func (l *limiter) wait() bool {
	select {
	case <-l.tokens:
		return true
	case <-l.stop:
		return false
	}
}

func main() {
	l := newLimiter()
	var client sync.WaitGroup
	client.Go(func() { l.wait() })
	close(l.stop)
	client.Wait()
}
