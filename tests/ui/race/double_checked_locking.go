// The first check of the pointer is made without the lock under which it is written.
package main

import "sync"

type engine struct{ power int }

var (
	mu       sync.Mutex
	instance *engine
)

func get() *engine {
	if instance == nil {
		mu.Lock()
		defer mu.Unlock()
		if instance == nil {
			instance = &engine{power: 9} //~ race
		}
	}
	return instance
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { get() })
	users.Go(func() { get() })
	users.Wait()
}
