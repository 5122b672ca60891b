// A select without cases keeps the goroutine for ever; it was meant to keep the program running.
package main

func background(tick chan int) {
	go func() {
		for range tick {
		}
	}()
	select {} //~ leak
}

func main() {
	tick := make(chan int)
	go background(tick)
	tick <- 1
	close(tick)
}
