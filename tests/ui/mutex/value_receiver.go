// A value receiver locks a copy of the mutex, so the map that all copies share is not protected.
package main

import "sync"

type registry struct {
	mu    sync.Mutex
	names map[int]bool
}

func (r registry) add(id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[id] = true //~ race
}

func main() {
	r := registry{names: map[int]bool{}}
	var adders sync.WaitGroup
	adders.Add(2)
	for id := range 2 {
		go func() {
			defer adders.Done()
			r.add(id)
		}()
	}
	adders.Wait()
}
