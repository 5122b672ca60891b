// Length and element are read under two different locks, and the list may shrink in between.
package main

import "sync"

type stack struct {
	mu    sync.Mutex
	items []int
}

func (s *stack) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *stack) at(i int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[i] //~ panic
}

func (s *stack) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = nil
}

func main() {
	s := &stack{items: []int{1, 2}}
	go s.clear()
	if n := s.size(); n > 0 {
		s.at(n - 1)
	}
}
