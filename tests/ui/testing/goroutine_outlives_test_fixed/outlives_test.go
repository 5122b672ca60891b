// A cleanup ends the worker.
package outlives

import "testing"

type worker struct {
	jobs chan int
}

func start() *worker {
	w := &worker{jobs: make(chan int)}
	go func() {
		for range w.jobs {
		}
	}()
	return w
}

func TestWorker(t *testing.T) {
	w := start()
	t.Cleanup(func() { close(w.jobs) })
	w.jobs <- 1
}
