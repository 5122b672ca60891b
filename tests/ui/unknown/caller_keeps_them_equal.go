// The function needs as many shards as it is told, and the only caller sees to that: told, but below the others.
package unknown

import "sync"

func collect(shards []int, count int) {
	var readers sync.WaitGroup
	readers.Add(count)
	for range shards {
		go func() {
			readers.Done() //~ negative-waitgroup
		}()
	}
	readers.Wait() //~ deadlock
}

func Collect(shards []int) {
	collect(shards, len(shards))
}
