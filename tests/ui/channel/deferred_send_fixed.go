// The worker closes the channel instead: nobody needs to listen.
package main

func work(done chan<- bool, failure chan<- int) {
	defer close(done)
	failure <- 1
}

func run() int {
	done := make(chan bool)
	failure := make(chan int, 1)
	go work(done, failure)
	select {
	case <-done:
		return 0
	case code := <-failure:
		return code
	}
}

func main() {
	run()
}
