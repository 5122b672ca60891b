// A Once computes the value.
package main

import "sync"

type lazy struct {
	once  sync.Once
	value int
}

func (l *lazy) get() int {
	l.once.Do(func() { l.value = 7 })
	return l.value
}

func main() {
	var l lazy
	var users sync.WaitGroup
	users.Go(func() { l.get() })
	users.Go(func() { l.get() })
	users.Wait()
}
