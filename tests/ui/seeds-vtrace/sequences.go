// Both sides of a long conversation think that closing the channel is their job.
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
	close(line) //~ close-of-closed
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
	last := <-line
	if last == 1 {
		close(line) //~ close-of-closed
	}
}
