// The second close is under a condition that never holds; all that is wrong here is the unprotected variable.
package main

var state = 0

func main() {
	done := make(chan struct{})
	go func() {
		state = 1 //~ race
		close(done)
	}()
	if state == -1 {
		close(done)
	}
	<-done
}
