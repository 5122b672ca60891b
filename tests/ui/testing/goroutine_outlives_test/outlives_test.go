// The test ends with a goroutine still waiting for its next job.
package outlives

import "testing"

type worker struct {
	jobs chan int
}

func start() *worker {
	w := &worker{jobs: make(chan int)}
	go func() {
		for range w.jobs { //~ leak
		}
	}()
	return w
}

func TestWorker(t *testing.T) {
	w := start()
	w.jobs <- 1
}
