// The group counts on as many shards as were configured, but the map has as many as it has.
package unknown

import "sync"

var shardCount int

func Configure(count int) { shardCount = count }

func Keys(m []int, items []string) int {
	keys := make(chan string)
	go func() {
		var readers sync.WaitGroup
		readers.Add(shardCount)
		for range m {
			var shard sync.RWMutex
			go func() {
				shard.RLock()
				for range items {
					keys <- "key" //~ send-on-closed
				}
				shard.RUnlock()
				readers.Done() //~ negative-waitgroup
			}()
		}
		readers.Wait()
		close(keys)
	}()
	count := 0
	for range keys { //~ deadlock
		count++
	}
	return count
}
