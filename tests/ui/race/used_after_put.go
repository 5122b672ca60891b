// A buffer is still read after it went back to the pool, when another goroutine may already have it.
package main

import "sync"

type buffer struct{ n int }

var pool = sync.Pool{New: func() any { return new(buffer) }}

func render(n int) int {
	b := pool.Get().(*buffer)
	b.n = n //~ race
	pool.Put(b)
	return b.n
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { render(1) })
	users.Go(func() { render(2) })
	users.Wait()
}
