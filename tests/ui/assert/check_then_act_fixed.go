// Look and take are one.
package main

import "sync"

type seat struct {
	mu    sync.Mutex
	taken bool
}

func (s *seat) takeIfFree() (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken {
		return false
	}
	again = s.taken
	s.taken = true
	return again
}

func main() {
	var s seat
	var guests sync.WaitGroup
	for range 2 {
		guests.Go(func() {
			if s.takeIfFree() {
				//vtrace:unreachable
				return
			}
		})
	}
	guests.Wait()
}
