// The lock is given back in any case.
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
			s.mu.Lock()
			defer s.mu.Unlock()
			if err := s.handle(job); err != nil {
				return
			}
		})
	}
	workers.Wait()
}
