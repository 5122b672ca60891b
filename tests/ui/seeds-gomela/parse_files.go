// Nobody closes the channel that main ranges over.
package main

func parse(file string, tokens chan string) {
	tokens <- file + ": token"
}

func parseAll(files []string) int {
	count := 0
	tokens := make(chan string)
	for _, file := range files {
		go parse(file, tokens)
	}
	for range tokens { //~ deadlock
		count++
	}
	return count
}

func main() {
	parseAll([]string{"a", "b"})
}
