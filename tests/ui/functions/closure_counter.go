// A closure keeps a counter, and two goroutines call it.
package main

import "sync"

func sequence() func() int {
	last := 0
	return func() int {
		last++ //~ race
		return last
	}
}

func main() {
	next := sequence()
	var users sync.WaitGroup
	for range 2 {
		users.Go(func() { next() })
	}
	users.Wait()
}
