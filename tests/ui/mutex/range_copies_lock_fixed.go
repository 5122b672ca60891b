// Ranging by index leaves every lock where it is.
package main

import "sync"

type shard struct {
	mu   sync.Mutex
	hits *int
}

func touchAll(shards []shard) {
	for i := range shards {
		s := &shards[i]
		s.mu.Lock()
		*s.hits++
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
