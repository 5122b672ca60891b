// A function that the caller gave fails under the lock, and the lock is kept.
package unknown

import "sync"

type server struct {
	mu     sync.Mutex
	handle func(job int) error
}

func (s *server) Run(jobs []int) {
	var workers sync.WaitGroup
	for _, job := range jobs {
		workers.Go(func() {
			s.mu.Lock() //~ deadlock
			if err := s.handle(job); err != nil {
				return
			}
			s.mu.Unlock()
		})
	}
	workers.Wait()
}
