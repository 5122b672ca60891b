// After a call that hands a value to a goroutine, main panics.
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
	panic("after the hand-over") //~ panic
}
