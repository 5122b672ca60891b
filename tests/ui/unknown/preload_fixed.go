// The channel has room for all results.
package unknown

import (
	"runtime"
	"sync"
)

func preload(trees []string, load func(tree string) error) {
	results := make(chan error, len(trees))
	tokens := make(chan int, runtime.NumCPU())
	for range runtime.NumCPU() {
		tokens <- 1
	}
	var workers sync.WaitGroup
	for _, tree := range trees {
		workers.Add(1)
		go func() {
			<-tokens
			err := load(tree)
			results <- err
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
