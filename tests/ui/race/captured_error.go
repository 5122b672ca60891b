// Parallel tasks assign to the same error variable of the surrounding function.
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
	var err error
	var tasks sync.WaitGroup
	for id := range 2 {
		tasks.Add(1)
		go func() {
			defer tasks.Done()
			err = task(id) //~ race
		}()
	}
	tasks.Wait()
	_ = err
}
