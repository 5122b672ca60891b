// A Once lets the first error through.
package main

import (
	"errors"
	"sync"
)

type group struct {
	tasks sync.WaitGroup
	once  sync.Once
	err   error
}

func (g *group) run(task func() error) {
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		if err := task(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func main() {
	var g group
	for range 2 {
		g.run(func() error { return errors.New("no") })
	}
	g.tasks.Wait()
}
