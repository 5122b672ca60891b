// A handler, found in a map and called under the lock, takes the lock itself.
package main

import "sync"

type router struct {
	mu       sync.Mutex
	handlers map[string]func()
	served   int
}

func (r *router) count() {
	r.mu.Lock() //~ double-lock
	defer r.mu.Unlock()
	r.served++
}

func (r *router) dispatch(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if handler, ok := r.handlers[path]; ok {
		handler()
	}
}

func main() {
	r := &router{}
	r.handlers = map[string]func(){"/count": r.count}
	r.dispatch("/")
	r.dispatch("/count")
}
