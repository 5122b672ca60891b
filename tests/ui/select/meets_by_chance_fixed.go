// Neither of the two ever waits, so they never meet: one has a default, the other finds room in a buffer.
package main

func main() {
	hello := make(chan int)
	board := make(chan int, 1)
	done := make(chan struct{})
	go func() {
		select {
		case hello <- 1:
		case board <- 1:
		}
		select {
		case hello <- 2:
		default:
		}
		close(done)
	}()
	for range 2 {
		select {
		case <-hello:
			panic("met")
		default:
		}
	}
	<-done
}
