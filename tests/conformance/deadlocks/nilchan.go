// Operations on a nil channel block for ever.
package main

func main() {
	var c chan int
	select {
	case c <- 1:
	case <-c:
	}
}
