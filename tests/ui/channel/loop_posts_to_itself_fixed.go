// Events that the loop makes for itself go to a list, not to the channel.
package main

import "sync"

type loop struct {
	events chan int
	ended  sync.WaitGroup
}

func (l *loop) run() {
	defer l.ended.Done()
	for event := range l.events {
		pending := []int{event}
		for len(pending) > 0 {
			event, pending = pending[0], pending[1:]
			if event == 1 {
				pending = append(pending, 2)
			}
			if event == 2 {
				return
			}
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
