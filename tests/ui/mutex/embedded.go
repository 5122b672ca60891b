// An embedded mutex is promoted: the outer Lock is the inner one, which the method called takes itself.
package main

import "sync"

type base struct {
	sync.Mutex
	id int
}

func (b *base) identify() int {
	b.Lock() //~ double-lock
	defer b.Unlock()
	return b.id
}

type device struct {
	base
	name string
}

func (d *device) describe() (int, string) {
	d.Lock()
	defer d.Unlock()
	return d.identify(), d.name
}

func main() {
	d := &device{name: "printer"}
	d.describe()
}
