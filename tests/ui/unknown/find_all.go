// The limit is used up by workers who can only deliver once no more of them are started: if there are more of them than
// the limit allows.
package unknown

import "sync"

func FindAll(K, M int) []int {
	var workers sync.WaitGroup
	workers.Add(K)
	found := make(chan int)
	slots := make(chan bool, M)
	for pid := range K {
		slots <- true //~ deadlock
		go func() {
			found <- pid
			workers.Done()
			<-slots
		}()
	}
	go func() {
		workers.Wait()
		close(found)
	}()
	var results []int
	for pid := range found {
		results = append(results, pid)
	}
	return results
}
