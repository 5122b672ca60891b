// Two goroutines see the seat free before either has taken it.
package main

import "sync"

type seat struct {
	mu    sync.Mutex
	taken bool
}

func (s *seat) free() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.taken
}

func (s *seat) take() (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	again = s.taken
	s.taken = true
	return again
}

func main() {
	var s seat
	var guests sync.WaitGroup
	for range 2 {
		guests.Go(func() {
			if s.free() && s.take() {
				//vtrace:unreachable
				//~^ unreachable
				return
			}
		})
	}
	guests.Wait()
}
