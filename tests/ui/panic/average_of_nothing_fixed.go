// No samples, no average.
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
	samples := m.samples.Load()
	if samples == 0 {
		return 0
	}
	return m.sum.Load() / samples
}

func main() {
	var m meter
	go m.add(10)
	m.average()
}
