// When a job and the stop signal are both ready, select may choose stop, and the job is never answered.
package main

func serve(jobs <-chan chan int, stop <-chan struct{}) {
	for {
		select {
		case reply := <-jobs:
			reply <- 1
		case <-stop:
			return
		}
	}
}

func main() {
	jobs := make(chan chan int, 1)
	stop := make(chan struct{})
	go serve(jobs, stop)
	reply := make(chan int)
	jobs <- reply
	close(stop)
	<-reply //~ deadlock
}
