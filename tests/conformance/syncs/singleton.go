// Lazy initialisation by Once, OnceValue, mutex and CAS all create exactly one instance.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type conn struct{ id int32 }

var created atomic.Int32

func newConn() *conn { return &conn{created.Add(1)} }

func check(name string, get func() *conn) {
	created.Store(0)
	var wg sync.WaitGroup
	out := make([]*conn, 5)
	for i := range out {
		wg.Go(func() { out[i] = get() })
	}
	wg.Wait()
	same := true
	for _, c := range out {
		same = same && c == out[0] && c != nil
	}
	fmt.Println(name, same)
}

func main() {
	var once sync.Once
	var c1 *conn
	check("once", func() *conn { once.Do(func() { c1 = newConn() }); return c1 })
	fmt.Println(created.Load())
	check("oncevalue", sync.OnceValue(newConn))
	fmt.Println(created.Load())
	var mu sync.Mutex
	var c2 *conn
	check("mutex", func() *conn {
		mu.Lock()
		defer mu.Unlock()
		if c2 == nil {
			c2 = newConn()
		}
		return c2
	})
	fmt.Println(created.Load())
	var p atomic.Pointer[conn]
	check("cas", func() *conn {
		if c := p.Load(); c != nil {
			return c
		}
		p.CompareAndSwap(nil, newConn())
		return p.Load()
	})
	var m sync.Map
	check("map", func() *conn { v, _ := m.LoadOrStore("k", newConn()); return v.(*conn) })
}
