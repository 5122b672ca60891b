// A generic set has no lock, and two goroutines add to it.
package main

import "sync"

type set[T comparable] struct {
	members map[T]struct{}
}

func (s *set[T]) add(member T) {
	s.members[member] = struct{}{} //~ race
}

func main() {
	s := &set[string]{members: map[string]struct{}{}}
	var users sync.WaitGroup
	users.Go(func() { s.add("a") })
	users.Go(func() { s.add("b") })
	users.Wait()
}
