// Five thousand channel operations, and only the sender closes.
package main

const words = 5000

var line = make(chan int)

func talk() {
	for i := 0; i < words; i++ {
		line <- 1
	}
	close(line)
}

func main() {
	go talk()
	last := 0
	for i := 0; i <= words; i++ {
		last = <-line
	}
	if last == 1 {
		close(line)
	}
}
