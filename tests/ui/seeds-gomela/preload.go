// Preloading gives up at the first error, and the workers that have not yet delivered wait for ever.
package main

import "sync"

const processors = 2

func load(tree string) string { return "error in " + tree }

func failed(result string) bool { return result[0] == 'e' }

func preload(trees []string, room int) {
	results := make(chan string, room)
	tokens := make(chan int, processors)
	for i := 0; i < processors; i++ {
		tokens <- 1
	}
	var workers sync.WaitGroup
	for _, tree := range trees {
		workers.Add(1)
		go func(tree string) {
			<-tokens
			results <- load(tree) //~ leak
			tokens <- 1
			workers.Done()
		}(tree)
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	for result := range results {
		if failed(result) {
			return
		}
	}
}

func main() {
	preload([]string{"oak", "elm", "ash"}, 1)
}
