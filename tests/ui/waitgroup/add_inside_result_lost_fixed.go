// WaitGroup.Go counts before it starts the goroutine.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	result := 0
	group.Go(func() {
		result = 42
	})
	group.Wait()
	if result > 42 {
		panic("more than everything")
	}
}
