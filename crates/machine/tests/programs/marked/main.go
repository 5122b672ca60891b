// Comments that say what should hold: one that does not, one line that is reached and one that is not.
package main

func main() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	n := <-c
	//vtrace:assert n == 2
	//vtrace:assert n == 1
	if n == 1 {
		//vtrace:reachable
		go func() {
			c <- 2
		}()
	} else {
		//vtrace:unreachable
	}
	println(<-c)
}
