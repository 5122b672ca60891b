// Listeners are called under the lock, and one of them unsubscribes itself.
package main

import "sync"

type emitter struct {
	mu        sync.Mutex
	listeners map[int]func()
}

func (e *emitter) remove(id int) {
	e.mu.Lock() //~ double-lock
	defer e.mu.Unlock()
	delete(e.listeners, id)
}

func (e *emitter) emit() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, listener := range e.listeners {
		listener()
	}
}

func main() {
	e := &emitter{listeners: map[int]func(){}}
	e.listeners[1] = func() { e.remove(1) }
	go e.emit()
}
