// sync.Map: every method, sequentially and concurrently.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

func dump(m *sync.Map) {
	var out []string
	m.Range(func(k, v any) bool { out = append(out, fmt.Sprint(k, "=", v)); return true })
	sort.Strings(out)
	fmt.Println(out)
}

func main() {
	var m sync.Map
	fmt.Println(m.Load("x"))
	m.Store("a", 1)
	m.Store("b", "two")
	m.Store(3, nil)
	fmt.Println(m.Load("a"))
	fmt.Println(m.Load(3))
	fmt.Println(m.LoadOrStore("a", 100))
	fmt.Println(m.LoadOrStore("c", 3.5))
	dump(&m)
	fmt.Println(m.LoadAndDelete("b"))
	fmt.Println(m.LoadAndDelete("b"))
	fmt.Println(m.Swap("a", 2))
	fmt.Println(m.Swap("new", 2))
	fmt.Println(m.CompareAndSwap("a", 1, 5), m.CompareAndSwap("a", 2, 5), m.CompareAndSwap("zz", nil, 1))
	fmt.Println(m.CompareAndDelete("a", 4), m.CompareAndDelete("a", 5))
	m.Delete("never")
	m.Delete("new")
	dump(&m)
	n := 0
	m.Range(func(k, v any) bool { n++; return false })
	m.Clear()
	fmt.Println(n)
	dump(&m)
	var wg sync.WaitGroup
	var winners atomic.Int32
	for i := range 5 {
		wg.Go(func() {
			if _, loaded := m.LoadOrStore("k", i); !loaded {
				winners.Add(1)
			}
			m.Store(i, i*i)
		})
	}
	wg.Wait()
	sum := 0
	m.Range(func(k, v any) bool {
		if _, ok := k.(int); ok {
			sum += v.(int)
		}
		return true
	})
	fmt.Println(winners.Load(), sum)
}
