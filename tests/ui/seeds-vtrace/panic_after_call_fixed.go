// The same hand-over without the panic.
package main

func take(in chan int) {
	<-in
}

func give(out chan int) {
	out <- 0
}

func main() {
	hand := make(chan int)
	go take(hand)
	give(hand)
}
