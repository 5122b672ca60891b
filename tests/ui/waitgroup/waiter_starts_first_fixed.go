// The waiter starts when everybody is counted.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		group.Add(1)
		go func() {
			group.Done()
		}()
	}
	go func() {
		group.Wait()
		close(done)
	}()
	<-done
}
