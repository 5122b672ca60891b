// The average is asked for before the first sample has come.
package main

import "sync/atomic"

type meter struct {
	sum, samples atomic.Int64
}

func (m *meter) add(value int64) {
	m.sum.Add(value)
	m.samples.Add(1)
}

func (m *meter) average() int64 {
	return m.sum.Load() / m.samples.Load() //~ panic
}

func main() {
	var m meter
	go m.add(10)
	m.average()
}
