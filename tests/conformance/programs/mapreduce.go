// Concurrent word count by map and reduce stages.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

func mapper(doc string, out chan<- map[string]int) {
	m := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(doc), func(r rune) bool { return r < 'a' || r > 'z' }) {
		m[w]++
	}
	out <- m
}

func main() {
	docs := []string{"The cat sat on the mat.", "The dog sat!", "A cat, a dog, a mat?", ""}
	parts := make(chan map[string]int)
	var wg sync.WaitGroup
	for _, d := range docs {
		wg.Go(func() { mapper(d, parts) })
	}
	go func() { wg.Wait(); close(parts) }()
	total := map[string]int{}
	for p := range parts {
		for w, n := range p {
			total[w] += n
		}
	}
	words := make([]string, 0, len(total))
	for w := range total {
		words = append(words, w)
	}
	sort.Slice(words, func(i, j int) bool {
		if total[words[i]] != total[words[j]] {
			return total[words[i]] > total[words[j]]
		}
		return words[i] < words[j]
	})
	for _, w := range words {
		fmt.Printf("%-4s%d\n", w, total[w])
	}
}
