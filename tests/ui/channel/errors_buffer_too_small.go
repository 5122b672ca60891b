// The error channel has room for one error, but both workers can fail and only one error is read.
package main

import (
	"errors"
	"sync"
)

func main() {
	failures := make(chan error, 1)
	var workers sync.WaitGroup
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			failures <- errors.New("no luck") //~ deadlock
		}()
	}
	workers.Wait()
	<-failures
}
