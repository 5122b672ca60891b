// A job that fails returns without giving its slot back, and the next one waits for ever.
package main

import "sync"

var slots = make(chan struct{}, 1)

func job(fail bool) {
	slots <- struct{}{} //~ deadlock
	if fail {
		return
	}
	<-slots
}

func main() {
	var jobs sync.WaitGroup
	jobs.Add(2)
	go func() {
		defer jobs.Done()
		job(true)
	}()
	go func() {
		defer jobs.Done()
		job(false)
	}()
	jobs.Wait()
}
