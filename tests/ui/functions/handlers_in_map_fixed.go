// The handler is found under the lock and called without it.
package main

import "sync"

type router struct {
	mu       sync.Mutex
	handlers map[string]func()
	served   int
}

func (r *router) count() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.served++
}

func (r *router) dispatch(path string) {
	r.mu.Lock()
	handler, ok := r.handlers[path]
	r.mu.Unlock()
	if ok {
		handler()
	}
}

func main() {
	r := &router{}
	r.handlers = map[string]func(){"/count": r.count}
	r.dispatch("/")
	r.dispatch("/count")
}
