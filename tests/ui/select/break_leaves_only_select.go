// A break inside select does not leave the loop, which then spins on the closed channel.
package main

func drain(values <-chan int, extra <-chan int) {
	for {
		select { //~ livelock
		case _, ok := <-values:
			if !ok {
				break
			}
		case <-extra:
		}
	}
}

func main() {
	values := make(chan int, 1)
	values <- 1
	close(values)
	drain(values, make(chan int))
}
