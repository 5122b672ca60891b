// The closer waits for its workers while it holds the lock that they need to finish.
package main

import "sync"

type pool struct {
	mu   sync.Mutex
	open int
	idle chan struct{}
}

func (p *pool) work() {
	p.mu.Lock()
	p.open--
	p.mu.Unlock()
	p.idle <- struct{}{}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	<-p.idle //~ deadlock
}

func main() {
	p := &pool{open: 1, idle: make(chan struct{})}
	go p.work()
	p.close()
}
