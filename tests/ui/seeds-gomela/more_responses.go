// Main waits for more responses than there are workers.
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
		<-responses //~ deadlock
	}
	close(responses)
}

func main() {
	collect(1, 2)
}
