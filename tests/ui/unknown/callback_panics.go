// A function that the caller gave panics under the lock. The worker goes on, but the lock is kept.
package unknown

import "sync"

type pool struct {
	mu     sync.Mutex
	handle func(job int)
}

func (p *pool) Run(jobs []int) {
	var workers sync.WaitGroup
	for _, job := range jobs {
		workers.Go(func() {
			defer func() { recover() }()
			p.mu.Lock() //~ deadlock
			p.handle(job)
			p.mu.Unlock()
		})
	}
	workers.Wait()
}
