// The reader gives up at the first error, and the workers whose results have no place in the channel stay.
package unknown

import (
	"runtime"
	"sync"
)

func preload(trees []string, n int, load func(tree string) error) {
	results := make(chan error, n)
	tokens := make(chan int, runtime.NumCPU())
	for range runtime.NumCPU() {
		tokens <- 1
	}
	var workers sync.WaitGroup
	for _, tree := range trees {
		workers.Add(1)
		go func() {
			<-tokens //~ leak
			err := load(tree)
			results <- err //~ leak
			tokens <- 1
			workers.Done()
		}()
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	for err := range results {
		if err != nil {
			return
		}
	}
}
