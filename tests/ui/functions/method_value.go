// A method value copies its receiver when it is made: here before the channel is.
package main

type worker struct {
	jobs chan int
}

func (w worker) run() {
	for range w.jobs { //~ nil-channel
	}
}

func main() {
	var w worker
	run := w.run
	w.jobs = make(chan int, 1)
	go run()
	w.jobs <- 1
	close(w.jobs)
}
