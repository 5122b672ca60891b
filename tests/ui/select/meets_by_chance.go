// Whether the two meet depends on who comes first.
package main

func main() {
	hello := make(chan int)
	done := make(chan struct{})
	go func() {
		select {
		case hello <- 1:
		case <-done:
		}
	}()
	select {
	case <-hello:
		panic("met") //~ panic
	default:
	}
	close(done)
}
