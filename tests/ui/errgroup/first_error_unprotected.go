// The first error is kept in a plain field that all tasks look at and write.
package main

import (
	"errors"
	"sync"
)

type group struct {
	tasks sync.WaitGroup
	err   error
}

func (g *group) run(task func() error) {
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		if err := task(); err != nil && g.err == nil {
			g.err = err //~ race
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
