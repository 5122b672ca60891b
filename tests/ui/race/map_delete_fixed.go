// Deleting takes the write lock, looking up the read lock.
package main

import "sync"

type sessions struct {
	mu   sync.RWMutex
	open map[int]string
}

func (s *sessions) end(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
}

func (s *sessions) user(id int) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.open[id]
}

func main() {
	s := &sessions{open: map[int]string{1: "ada", 2: "grace"}}
	var users sync.WaitGroup
	users.Go(func() { s.end(1) })
	users.Go(func() { s.user(2) })
	users.Wait()
}
