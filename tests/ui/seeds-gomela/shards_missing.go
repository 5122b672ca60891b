// The group counts more shards than there are, so the channel of keys is never closed.
package main

import "sync"

const shardCount = 2

type shard struct {
	mu    sync.RWMutex
	items []string
}

func keys(shards []*shard) []string {
	out := make(chan string)
	go func() {
		var readers sync.WaitGroup
		readers.Add(shardCount)
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
	for key := range out { //~ deadlock
		all = append(all, key)
	}
	return all
}

func main() {
	keys([]*shard{{items: []string{"a"}}})
}
