// sync.RWMutex: shared readers, exclusive writers, TryRLock, RLocker, writer preference is not starved.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type store struct {
	sync.RWMutex
	a, b int
}

func main() {
	var s store
	var wg sync.WaitGroup
	var readers atomic.Int32
	bad := false
	for w := range 3 {
		wg.Go(func() {
			for i := range 4 {
				s.Lock()
				if readers.Load() != 0 {
					bad = true
				}
				s.a = w*10 + i
				s.b = s.a * 2
				s.Unlock()
			}
		})
		wg.Go(func() {
			for range 4 {
				s.RLock()
				readers.Add(1)
				if s.b != s.a*2 {
					panic("torn read")
				}
				readers.Add(-1)
				s.RUnlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(bad, s.b == 2*s.a)
	var rw sync.RWMutex
	fmt.Println(rw.TryRLock(), rw.TryRLock(), rw.TryLock())
	rw.RUnlock()
	rw.RUnlock()
	fmt.Println(rw.TryLock(), rw.TryRLock(), rw.TryLock())
	rw.Unlock()
	l := rw.RLocker()
	l.Lock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	rw.RUnlock()
	l.Unlock()
	both := make(chan bool)
	rw.RLock()
	go func() { rw.RLock(); both <- true; rw.RUnlock() }()
	<-both
	rw.RUnlock()
	rw.Lock()
	fmt.Println("done")
}
