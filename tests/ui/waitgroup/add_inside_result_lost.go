// Wait returns too early, and main reads a result that is being written.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	result := 0
	go func() {
		group.Add(1) //~ waitgroup-misuse
		defer group.Done()
		result = 42 //~ race
	}()
	group.Wait()
	if result > 42 {
		panic("more than everything")
	}
}
