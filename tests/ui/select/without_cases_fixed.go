// The function returns; its goroutine ends when the channel is closed.
package main

func background(tick chan int) {
	go func() {
		for range tick {
		}
	}()
}

func main() {
	tick := make(chan int)
	go background(tick)
	tick <- 1
	close(tick)
}
