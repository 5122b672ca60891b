// A request comes before the handler is installed.
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
	return s.current.Load().count //~ panic
}

func main() {
	var s server
	var both sync.WaitGroup
	both.Go(func() { s.current.Store(&handler{count: 1}) })
	both.Go(func() { s.serve() })
	both.Wait()
}
