// Each task has its own error.
package main

import (
	"errors"
	"sync"
)

func task(id int) error {
	if id == 1 {
		return errors.New("task 1 failed")
	}
	return nil
}

func main() {
	errs := make([]error, 2)
	var tasks sync.WaitGroup
	for id := range 2 {
		tasks.Add(1)
		go func() {
			defer tasks.Done()
			errs[id] = task(id)
		}()
	}
	tasks.Wait()
	_ = errors.Join(errs...)
}
