// Serve says that it has ended on every path.
package main

import "sync"

type server struct {
	mu      sync.Mutex
	closing bool
	ended   chan struct{}
}

func (s *server) serve() {
	defer close(s.ended)
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if closing {
		return
	}
}

func (s *server) shutdown() {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	<-s.ended
}

func main() {
	s := &server{ended: make(chan struct{})}
	go s.serve()
	s.shutdown()
}
