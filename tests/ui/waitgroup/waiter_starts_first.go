// Someone waits for the group before main has counted anybody.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	for range 2 {
		group.Add(1) //~ waitgroup-misuse
		go func() {
			group.Done()
		}()
	}
	<-done
}
