// The method value is made when the worker is complete.
package main

type worker struct {
	jobs chan int
}

func (w worker) run() {
	for range w.jobs {
	}
}

func main() {
	var w worker
	w.jobs = make(chan int, 1)
	run := w.run
	go run()
	w.jobs <- 1
	close(w.jobs)
}
