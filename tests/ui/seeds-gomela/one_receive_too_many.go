// The receiver waits for one value more than is sent.
package main

func send(values chan int, count int) {
	for i := 0; i < count; i++ {
		values <- i
	}
}

func receive(values chan int, count int) {
	for i := 0; i < count; i++ {
		<-values //~ deadlock
	}
}

func main() {
	count := 3
	values := make(chan int)
	go send(values, count)
	receive(values, count+1)
}
