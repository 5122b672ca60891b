// Shutdown waits until Serve has ended, but if it comes first, Serve returns at once and nobody says that it ended.
package main

import "sync"

type server struct {
	mu      sync.Mutex
	closing bool
	ended   chan struct{}
}

func (s *server) serve() {
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if closing {
		return
	}
	close(s.ended)
}

func (s *server) shutdown() {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	<-s.ended //~ deadlock
}

func main() {
	s := &server{ended: make(chan struct{})}
	go s.serve()
	s.shutdown()
}
