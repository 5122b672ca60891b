// The listener takes one word more than is said, gets the zero value of the closed channel, and closes nothing.
package main

var line = make(chan int)

func talk() {
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	line <- 1
	close(line)
}

func main() {
	go talk()
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	<-line
	last := <-line
	if last == 1 {
		close(line)
	}
}
