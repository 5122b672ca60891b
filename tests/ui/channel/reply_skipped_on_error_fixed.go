// Every job gets its answer.
package main

func work(jobs <-chan int, answers chan<- int) {
	for job := range jobs {
		if job < 0 {
			answers <- 0
			continue
		}
		answers <- 2 * job
	}
}

func main() {
	jobs := make(chan int)
	answers := make(chan int)
	go work(jobs, answers)
	for _, job := range []int{1, -1} {
		jobs <- job
		<-answers
	}
	close(jobs)
}
