// The second server is meant to be asked when the first is busy, but the buffer is always free when main looks.
package main

func main() {
	first := make(chan int, 1)
	second := make(chan int, 1)
	select {
	case first <- 1:
	default:
		//vtrace:reachable
		//~^ reachable
		second <- 1
	}
}
