// Before Go 1.22 all goroutines of a loop share its variable, which the loop goes on to change.
package main

import "sync"

//go:noinline
func use(int) {}

func main() {
	var workers sync.WaitGroup
	for i := 0; i < 2; i++ { //~ race
		workers.Add(1)
		go func() {
			defer workers.Done()
			use(i)
		}()
	}
	workers.Wait()
}
