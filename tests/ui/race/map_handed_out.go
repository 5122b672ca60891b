// A getter returns the map itself, and its reader has no lock.
package main

import "sync"

type labels struct {
	mu   sync.Mutex
	byID map[int]string
}

func (l *labels) set(id int, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byID[id] = label //~ race
}

func (l *labels) all() map[int]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byID
}

func main() {
	l := &labels{byID: map[int]string{}}
	go l.set(1, "one")
	all := l.all()
	_ = all[1]
}
