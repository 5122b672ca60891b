// Of two callers with the same key one makes the call; when it fails, the other is not told.
package main

import (
	"errors"
	"sync"
)

type call struct {
	done  chan struct{}
	value int
}

type flight struct {
	mu    sync.Mutex
	calls map[string]*call
}

func (f *flight) do(key string, fetch func() (int, error)) (int, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done //~ deadlock
		return c.value, nil
	}
	c := &call{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	value, err := fetch()
	if err != nil {
		return 0, err
	}
	c.value = value
	close(c.done)
	return value, nil
}

func main() {
	f := &flight{calls: map[string]*call{}}
	fail := func() (int, error) { return 0, errors.New("unreachable") }
	var callers sync.WaitGroup
	callers.Go(func() { f.do("a", fail) })
	callers.Go(func() { f.do("a", fail) })
	callers.Wait()
}
