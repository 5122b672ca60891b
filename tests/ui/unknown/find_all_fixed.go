// Workers take a slot themselves, so that all of them are started.
package unknown

import "sync"

func FindAll(K, M int) []int {
	if M < 1 {
		return nil
	}
	var workers sync.WaitGroup
	workers.Add(K)
	found := make(chan int)
	slots := make(chan bool, M)
	for pid := range K {
		go func() {
			slots <- true
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
