// Both of the worker's waits can be ended by quit.
package main

func work(jobs <-chan int, results chan<- int, quit <-chan struct{}) {
	for {
		select {
		case job := <-jobs:
			select {
			case results <- job * job:
			case <-quit:
				return
			}
		case <-quit:
			return
		}
	}
}

func main() {
	jobs, results := make(chan int), make(chan int)
	quit := make(chan struct{})
	go work(jobs, results, quit)
	jobs <- 2
	close(quit)
}
