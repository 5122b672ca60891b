// One return path forgets the unlock, and the next call of the same goroutine waits for itself.
package main

import "sync"

type store struct {
	mu    sync.Mutex
	items map[string]int
}

func (s *store) get(key string) (int, bool) {
	s.mu.Lock() //~ double-lock
	value, ok := s.items[key]
	if !ok {
		return 0, false
	}
	s.mu.Unlock()
	return value, true
}

func main() {
	s := &store{items: map[string]int{"a": 1}}
	s.get("a")
	s.get("b")
	s.get("a")
}
