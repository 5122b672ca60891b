// There is room for all results, so nobody has to wait for the one who gave up.
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
			results <- load(tree)
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
	preload([]string{"oak", "elm", "ash"}, 3)
}
