// The function counts the shards itself.
package unknown

import "sync"

func collect(shards []int) {
	var readers sync.WaitGroup
	readers.Add(len(shards))
	for range shards {
		go func() {
			readers.Done()
		}()
	}
	readers.Wait()
}

func Collect(shards []int) {
	collect(shards)
}
