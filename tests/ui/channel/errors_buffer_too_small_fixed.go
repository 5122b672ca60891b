// There is room for the errors of all workers.
package main

import (
	"errors"
	"sync"
)

func main() {
	failures := make(chan error, 2)
	var workers sync.WaitGroup
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			failures <- errors.New("no luck")
		}()
	}
	workers.Wait()
	<-failures
}
