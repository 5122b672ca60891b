// The listeners are copied under the lock and called without it.
package main

import "sync"

type emitter struct {
	mu        sync.Mutex
	listeners map[int]func()
}

func (e *emitter) remove(id int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.listeners, id)
}

func (e *emitter) emit() {
	e.mu.Lock()
	var all []func()
	for _, listener := range e.listeners {
		all = append(all, listener)
	}
	e.mu.Unlock()
	for _, listener := range all {
		listener()
	}
}

func main() {
	e := &emitter{listeners: map[int]func(){}}
	e.listeners[1] = func() { e.remove(1) }
	go e.emit()
}
