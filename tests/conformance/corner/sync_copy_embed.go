// Zero values of sync types work wherever they are embedded: arrays, maps of pointers, nested structs, closures.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type inner struct {
	mu sync.Mutex
	n  int
}
type shard struct {
	sync.RWMutex
	in  inner
	m   map[string]int
	cnt atomic.Int64
}
type table struct {
	shards [3]shard
	once   [2]sync.Once
	wg     sync.WaitGroup
	*sync.Cond
}

func (t *table) add(k string, n int) {
	s := &t.shards[len(k)%3]
	s.Lock()
	defer s.Unlock()
	if s.m == nil {
		s.m = map[string]int{}
	}
	s.m[k] += n
	s.in.mu.Lock()
	s.in.n++
	s.in.mu.Unlock()
	s.cnt.Add(1)
}

func main() {
	var t table
	var gate sync.Mutex
	t.Cond = sync.NewCond(&gate)
	open := false
	for i := range 4 {
		t.wg.Go(func() {
			t.L.Lock()
			for !open {
				t.Wait()
			}
			t.L.Unlock()
			t.add([]string{"a", "bb", "ccc", "dddd"}[i], i)
			t.once[i%2].Do(func() { t.add("zz", 100) })
		})
	}
	gate.Lock()
	open = true
	gate.Unlock()
	t.Broadcast()
	t.wg.Wait()
	for i := range t.shards {
		s := &t.shards[i]
		s.RLock()
		fmt.Println(s.m, s.in.n, s.cnt.Load())
		s.RUnlock()
	}
	locks := map[string]*sync.Mutex{"x": {}}
	locks["x"].Lock()
	fmt.Println(locks["x"].TryLock())
	mus := make([]sync.Mutex, 2)
	mus[1].Lock()
	fmt.Println(mus[0].TryLock(), mus[1].TryLock())
	fresh := shard{}
	fmt.Println(fresh.TryLock(), fresh.TryRLock(), fresh.in.mu.TryLock())
}
