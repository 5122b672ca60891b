// A task of a group with a limit starts another task, and waits for the place that it takes itself.
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
	g.places <- struct{}{} //~ deadlock
	g.tasks.Add(1)
	go func() {
		defer g.tasks.Done()
		task()
		<-g.places
	}()
}

func main() {
	g := newGroup(1)
	g.run(func() {
		g.run(func() {})
	})
	g.tasks.Wait()
}
