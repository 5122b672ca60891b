// Of two workers that wait for work, a Signal at the end wakes only one.
package queue

import (
	"sync"
	"testing"
)

type queue struct {
	mu      sync.Mutex
	cond    *sync.Cond
	jobs    []int
	stopped bool
}

func (q *queue) add(job int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = append(q.jobs, job)
	q.cond.Signal()
}

func (q *queue) next() (job int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && !q.stopped {
		q.cond.Wait() //~ missed-signal
	}
	if len(q.jobs) == 0 {
		return 0, false
	}
	job, q.jobs = q.jobs[0], q.jobs[1:]
	return job, true
}

func (q *queue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped = true
	q.cond.Signal()
}

func TestQueue(t *testing.T) {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for ok := true; ok; {
				_, ok = q.next()
			}
		})
	}
	q.add(1)
	q.stop()
	workers.Wait()
}
