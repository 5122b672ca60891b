// A status is sent while the lock is held that the receiver takes first.
package main

import "sync"

type monitor struct {
	mu     sync.Mutex
	status int
	out    chan int
}

func (m *monitor) set(status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.status = status
	m.out <- status //~ deadlock
}

func (m *monitor) watch() {
	m.mu.Lock()
	last := m.status
	m.mu.Unlock()
	if next := <-m.out; next == last {
		return
	}
}

func main() {
	m := &monitor{out: make(chan int)}
	var both sync.WaitGroup
	both.Go(func() { m.set(1) })
	both.Go(m.watch)
	both.Wait()
}
