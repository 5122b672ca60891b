// A value is computed at its first use, by whoever comes first, or by several at once.
package main

import "sync"

type lazy struct{ value int }

func (l *lazy) get() int {
	if l.value == 0 {
		l.value = 7 //~ race
	}
	return l.value
}

func main() {
	var l lazy
	var users sync.WaitGroup
	users.Go(func() { l.get() })
	users.Go(func() { l.get() })
	users.Wait()
}
