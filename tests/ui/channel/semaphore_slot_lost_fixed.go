// The slot is given back by a deferred function, whatever happens.
package main

import "sync"

var slots = make(chan struct{}, 1)

func job(fail bool) {
	slots <- struct{}{}
	defer func() { <-slots }()
	if fail {
		return
	}
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
