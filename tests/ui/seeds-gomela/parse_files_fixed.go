// A goroutine closes the channel when all files are parsed.
package main

import "sync"

func parseAll(files []string) int {
	count := 0
	tokens := make(chan string)
	var parsers sync.WaitGroup
	for _, file := range files {
		parsers.Add(1)
		go func() {
			defer parsers.Done()
			tokens <- file + ": token"
		}()
	}
	go func() {
		parsers.Wait()
		close(tokens)
	}()
	for range tokens {
		count++
	}
	return count
}

func main() {
	parseAll([]string{"a", "b"})
}
