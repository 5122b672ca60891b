// After the stop signal the server still answers what is waiting.
package main

func serve(jobs <-chan chan int, stop <-chan struct{}) {
	for {
		select {
		case reply := <-jobs:
			reply <- 1
		case <-stop:
			select {
			case reply := <-jobs:
				reply <- 1
			default:
			}
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
	<-reply
}
