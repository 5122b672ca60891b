// Concurrent atomic counters, CAS loops, a lock-free stack and a spin lock.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type node struct {
	v    int
	next *node
}
type stack struct{ head atomic.Pointer[node] }

func (s *stack) push(v int) {
	n := &node{v: v}
	for {
		n.next = s.head.Load()
		if s.head.CompareAndSwap(n.next, n) {
			return
		}
	}
}
func (s *stack) pop() (int, bool) {
	for {
		h := s.head.Load()
		if h == nil {
			return 0, false
		}
		if s.head.CompareAndSwap(h, h.next) {
			return h.v, true
		}
	}
}

type spin struct{ f uint32 }

func (s *spin) Lock() {
	for !atomic.CompareAndSwapUint32(&s.f, 0, 1) {
		runtime.Gosched()
	}
}
func (s *spin) Unlock() { atomic.StoreUint32(&s.f, 0) }

func main() {
	var wg sync.WaitGroup
	var n int64
	var st stack
	var sp spin
	plain := 0
	for i := range 4 {
		wg.Go(func() {
			for j := range 5 {
				atomic.AddInt64(&n, int64(j))
				st.push(i*10 + j)
				sp.Lock()
				plain++
				sp.Unlock()
			}
		})
	}
	wg.Wait()
	sum, cnt := 0, 0
	for v, ok := st.pop(); ok; v, ok = st.pop() {
		sum += v
		cnt++
	}
	fmt.Println(n, sum, cnt, plain)
	var max atomic.Int32
	for i := range 6 {
		wg.Go(func() {
			for {
				m := max.Load()
				if int32(i) <= m || max.CompareAndSwap(m, int32(i)) {
					return
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(max.Load())
}
