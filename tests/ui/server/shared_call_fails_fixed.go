// The channel is closed whether the call failed or not, and the error is passed on.
package main

import (
	"errors"
	"sync"
)

type call struct {
	done  chan struct{}
	value int
	err   error
}

type flight struct {
	mu    sync.Mutex
	calls map[string]*call
}

func (f *flight) do(key string, fetch func() (int, error)) (int, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done
		return c.value, c.err
	}
	c := &call{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	c.value, c.err = fetch()
	close(c.done)
	return c.value, c.err
}

func main() {
	f := &flight{calls: map[string]*call{}}
	fail := func() (int, error) { return 0, errors.New("unreachable") }
	var callers sync.WaitGroup
	callers.Go(func() { f.do("a", fail) })
	callers.Go(func() { f.do("a", fail) })
	callers.Wait()
}
