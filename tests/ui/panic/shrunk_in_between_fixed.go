// Length and element are read under one lock.
package main

import "sync"

type stack struct {
	mu    sync.Mutex
	items []int
}

func (s *stack) top() (int, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.items); n > 0 {
		return s.items[n-1], true
	}
	return 0, false
}

func (s *stack) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = nil
}

func main() {
	s := &stack{items: []int{1, 2}}
	go s.clear()
	s.top()
}
