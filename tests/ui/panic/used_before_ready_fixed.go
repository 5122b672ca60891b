// The handler is installed before anybody can ask.
package main

import (
	"sync"
	"sync/atomic"
)

type handler struct{ count int }

type server struct {
	current atomic.Pointer[handler]
}

func (s *server) serve() int {
	return s.current.Load().count
}

func main() {
	var s server
	s.current.Store(&handler{count: 1})
	var both sync.WaitGroup
	both.Go(func() { s.current.Store(&handler{count: 2}) })
	both.Go(func() { s.serve() })
	both.Wait()
}
