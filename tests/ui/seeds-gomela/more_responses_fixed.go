// The number of responses is the number of workers, by construction.
package main

func work(id int, responses chan<- int) {
	responses <- id
}

func collect(workers int) {
	responses := make(chan int)
	for id := 0; id < workers; id++ {
		go work(id, responses)
	}
	for i := 0; i < workers; i++ {
		<-responses
	}
	close(responses)
}

func main() {
	collect(1)
	collect(3)
}
