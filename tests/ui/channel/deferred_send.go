// A deferred send tells the caller that the work is done, but the caller returned on an error and does not listen.
package main

func work(done chan<- bool, failure chan<- int) {
	defer func() { done <- true }() //~ leak
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
