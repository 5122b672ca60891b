// A generic set with a lock.
package main

import "sync"

type set[T comparable] struct {
	mu      sync.Mutex
	members map[T]struct{}
}

func (s *set[T]) add(member T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.members[member] = struct{}{}
}

func main() {
	s := &set[string]{members: map[string]struct{}{}}
	var users sync.WaitGroup
	users.Go(func() { s.add("a") })
	users.Go(func() { s.add("b") })
	users.Wait()
}
