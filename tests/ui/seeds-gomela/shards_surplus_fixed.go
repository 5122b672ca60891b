// The group counts the shards that there are.
package main

import "sync"

type shard struct {
	mu    sync.RWMutex
	items []string
}

func keys(shards []*shard) []string {
	out := make(chan string)
	go func() {
		var readers sync.WaitGroup
		readers.Add(len(shards))
		for _, s := range shards {
			go func() {
				s.mu.RLock()
				for _, item := range s.items {
					out <- item
				}
				s.mu.RUnlock()
				readers.Done()
			}()
		}
		readers.Wait()
		close(out)
	}()
	var all []string
	for key := range out {
		all = append(all, key)
	}
	return all
}

func main() {
	keys([]*shard{{items: []string{"a"}}, {items: []string{"b"}}})
}
