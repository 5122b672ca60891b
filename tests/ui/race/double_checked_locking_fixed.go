// The pointer is atomic, so the check without the lock is sound.
package main

import (
	"sync"
	"sync/atomic"
)

type engine struct{ power int }

var (
	mu       sync.Mutex
	instance atomic.Pointer[engine]
)

func get() *engine {
	if e := instance.Load(); e != nil {
		return e
	}
	mu.Lock()
	defer mu.Unlock()
	if instance.Load() == nil {
		instance.Store(&engine{power: 9})
	}
	return instance.Load()
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { get() })
	users.Go(func() { get() })
	users.Wait()
}
