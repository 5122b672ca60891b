// A deferred unlock covers all return paths.
package main

import "sync"

type store struct {
	mu    sync.Mutex
	items map[string]int
}

func (s *store) get(key string) (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.items[key]
	if !ok {
		return 0, false
	}
	return value, true
}

func main() {
	s := &store{items: map[string]int{"a": 1}}
	s.get("a")
	s.get("b")
	s.get("a")
}
