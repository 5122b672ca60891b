// Main takes fewer responses than there are workers, and closes the channel under the last one's feet.
package main

func work(id int, responses chan<- int) {
	responses <- id //~ send-on-closed
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
	collect(2, 1)
}
