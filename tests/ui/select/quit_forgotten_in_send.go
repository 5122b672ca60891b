// The worker watches quit while it waits for work, but not while it delivers.
package main

func work(jobs <-chan int, results chan<- int, quit <-chan struct{}) {
	for {
		select {
		case job := <-jobs:
			results <- job * job //~ leak
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
