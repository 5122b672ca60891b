// Garbage is collected between the steps: by Go's runtime, in the goroutine that happens to be there.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	results := make(chan int)
	for i := range 2 {
		go func() {
			runtime.GC()
			results <- i
		}()
	}
	runtime.GC()
	fmt.Println(<-results, <-results)
}
