// Ranging by value copies each shard with its lock, and two goroutines lock different copies around the same data.
package main

import "sync"

type shard struct {
	mu   sync.Mutex
	hits *int
}

func touchAll(shards []shard) {
	for _, s := range shards {
		s.mu.Lock()
		*s.hits++ //~ race
		s.mu.Unlock()
	}
}

func main() {
	shards := []shard{{hits: new(int)}}
	var users sync.WaitGroup
	users.Go(func() { touchAll(shards) })
	users.Go(func() { touchAll(shards) })
	users.Wait()
}
