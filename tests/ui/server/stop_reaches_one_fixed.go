// A closed channel reaches everybody.
package main

import "sync"

func main() {
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			<-stop
		})
	}
	close(stop)
	workers.Wait()
}
