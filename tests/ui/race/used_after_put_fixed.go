// The result is copied before the buffer goes back.
package main

import "sync"

type buffer struct{ n int }

var pool = sync.Pool{New: func() any { return new(buffer) }}

func render(n int) int {
	b := pool.Get().(*buffer)
	b.n = n
	result := b.n
	pool.Put(b)
	return result
}

func main() {
	var users sync.WaitGroup
	users.Go(func() { render(1) })
	users.Go(func() { render(2) })
	users.Wait()
}
