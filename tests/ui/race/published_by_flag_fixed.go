// The flag is atomic and set after the data.
package main

import "sync/atomic"

var (
	data  int
	ready atomic.Bool
)

func main() {
	go func() {
		data = 42
		ready.Store(true)
	}()
	if ready.Load() && data != 42 {
		panic("ready, but not yet there")
	}
}
