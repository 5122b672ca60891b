// As many responses are taken as there are workers.
package main

func work(id int, responses chan<- int) {
	responses <- id
}

func collect(workers, wanted int) {
	responses := make(chan int)
	for id := 0; id < workers; id++ {
		go work(id, responses)
	}
	for i := 0; i < wanted; i++ {
		<-responses
	}
	close(responses)
}

func main() {
	collect(2, 2)
}
