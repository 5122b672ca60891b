// Two goroutines fill two channels of one place each in opposite orders.
package main

func main() {
	left := make(chan int, 1)
	right := make(chan int, 1)

	go func() {
		right <- 0
		left <- 0
		<-right
		<-left
	}()

	left <- 0
	right <- 0 //~ deadlock
	<-right
	<-left
}
