// A pool of n identical workers for n+2 jobs, the results of which main adds up.
package main

const n = 3

func main() {
	jobs := make(chan int)
	results := make(chan int)
	for range n {
		go func() {
			for job := range jobs {
				results <- job * job
			}
		}()
	}
	go func() {
		for job := range n + 2 {
			jobs <- job
		}
		close(jobs)
	}()
	sum := 0
	for range n + 2 {
		sum += <-results
	}
	if sum != (n+1)*(n+2)*(2*n+3)/6 {
		panic("a result is missing")
	}
}
