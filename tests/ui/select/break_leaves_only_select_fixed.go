// A labelled break leaves the loop.
package main

func drain(values <-chan int, extra <-chan int) {
drained:
	for {
		select {
		case _, ok := <-values:
			if !ok {
				break drained
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
