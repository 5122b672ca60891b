// The group counts fewer shards than there are: the channel is closed too early, or the count falls below zero.
package main

import "sync"

const shardCount = 1

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
					out <- item //~ send-on-closed
				}
				s.mu.RUnlock()
				readers.Done() //~ negative-waitgroup
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
