// The device has a lock of its own.
package main

import "sync"

type base struct {
	sync.Mutex
	id int
}

func (b *base) identify() int {
	b.Lock()
	defer b.Unlock()
	return b.id
}

type device struct {
	base
	mu   sync.Mutex
	name string
}

func (d *device) describe() (int, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.identify(), d.name
}

func main() {
	d := &device{name: "printer"}
	d.describe()
}
