// Both fill the channels in the same order.
package main

func main() {
	left := make(chan int, 1)
	right := make(chan int, 1)

	go func() {
		left <- 0
		right <- 0
		<-right
		<-left
	}()

	left <- 0
	right <- 0
	<-right
	<-left
}
