// The group counts the shards that there are.
package unknown

import "sync"

func Keys(m []int, items []string) int {
	keys := make(chan string)
	go func() {
		var readers sync.WaitGroup
		readers.Add(len(m))
		for range m {
			var shard sync.RWMutex
			go func() {
				shard.RLock()
				for range items {
					keys <- "key"
				}
				shard.RUnlock()
				readers.Done()
			}()
		}
		readers.Wait()
		close(keys)
	}()
	count := 0
	for range keys {
		count++
	}
	return count
}
