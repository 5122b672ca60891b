// An event loop handles an event by posting another to itself, on a channel that only it reads.
package main

import "sync"

type loop struct {
	events chan int
	ended  sync.WaitGroup
}

func (l *loop) run() {
	defer l.ended.Done()
	for event := range l.events {
		if event == 1 {
			l.events <- 2 //~ deadlock
		}
		if event == 2 {
			return
		}
	}
}

func main() {
	l := &loop{events: make(chan int)}
	l.ended.Add(1)
	go l.run()
	l.events <- 1
	l.ended.Wait()
}
