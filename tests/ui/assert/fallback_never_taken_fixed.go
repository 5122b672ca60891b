// Another client may have filled the first server's buffer before main looks.
package main

func main() {
	first := make(chan int, 1)
	second := make(chan int, 1)
	done := make(chan struct{})
	go func() {
		first <- 0
		close(done)
	}()
	select {
	case first <- 1:
		<-first
	default:
		//vtrace:reachable
		second <- 1
	}
	<-done
}
