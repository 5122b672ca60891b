// The consumer fails and its group's context is cancelled, but the producer does not watch it.
package main

import (
	"context"
	"errors"
	"sync"
)

type group struct {
	tasks  sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func (g *group) run(task func() error) {
	g.tasks.Go(func() {
		if err := task(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel()
			})
		}
	})
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	g := &group{cancel: cancel}
	items := make(chan int)
	g.run(func() error {
		for i := range 2 {
			items <- i //~ deadlock
		}
		return ctx.Err()
	})
	g.run(func() error {
		<-items
		return errors.New("cannot use that")
	})
	g.tasks.Wait()
}
