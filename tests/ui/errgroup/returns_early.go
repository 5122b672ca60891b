// The caller returns at the first error instead of waiting, and the other task cannot deliver.
package main

import (
	"errors"
	"sync"
)

type group struct {
	tasks sync.WaitGroup
	errs  chan error
}

func (g *group) run(task func() error) {
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		g.errs <- task() //~ leak
	}()
}

func both() error {
	g := &group{errs: make(chan error)}
	g.run(func() error { return errors.New("no") })
	g.run(func() error { return nil })
	for range 2 {
		if err := <-g.errs; err != nil {
			return err
		}
	}
	g.tasks.Wait()
	return nil
}

func main() {
	both()
}
