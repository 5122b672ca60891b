// Five thousand channel operations on either side, and then both close the channel.
package main

const words = 5000

var line = make(chan int)

func talk() {
	for i := 0; i < words; i++ {
		line <- 1
	}
	close(line) //~ close-of-closed
}

func main() {
	go talk()
	last := 0
	for i := 0; i < words; i++ {
		last = <-line
	}
	if last == 1 {
		close(line) //~ close-of-closed
	}
}
