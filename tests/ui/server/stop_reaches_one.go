// The stop signal is sent once, and only one of two workers gets it.
package main

import "sync"

func main() {
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			<-stop //~ deadlock
		})
	}
	stop <- struct{}{}
	workers.Wait()
}
