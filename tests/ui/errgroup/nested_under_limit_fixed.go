// With a place for the inner task too, everybody gets on.
package main

import "sync"

type group struct {
	tasks  sync.WaitGroup
	places chan struct{}
}

func newGroup(limit int) *group {
	return &group{places: make(chan struct{}, limit)}
}

func (g *group) run(task func()) {
	g.places <- struct{}{}
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		task()
		<-g.places
	}()
}

func main() {
	g := newGroup(2)
	g.run(func() {
		g.run(func() {})
	})
	g.tasks.Wait()
}
