// The sync/atomic types: Bool, Int32, Int64, Uint32, Uint64, Uintptr, Pointer and Value.
package main

import (
	"fmt"
	"sync/atomic"
)

type cfg struct{ n int }
type stats struct {
	hits  atomic.Int64
	on    atomic.Bool
	conf  atomic.Pointer[cfg]
	value atomic.Value
}

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	var s stats
	fmt.Println(s.hits.Add(3), s.hits.Load(), s.hits.Swap(10), s.hits.CompareAndSwap(10, 11), s.hits.CompareAndSwap(10, 12), s.hits.Load())
	fmt.Println(s.on.Load(), s.on.Swap(true), s.on.CompareAndSwap(true, false), s.on.Load())
	s.on.Store(true)
	fmt.Println(s.conf.Load() == nil, s.on.Load())
	a, b := &cfg{1}, &cfg{2}
	s.conf.Store(a)
	fmt.Println(s.conf.Load().n, s.conf.CompareAndSwap(b, a), s.conf.CompareAndSwap(a, b), s.conf.Swap(nil).n, s.conf.Load())
	fmt.Println(s.value.Load())
	s.value.Store([]int{1, 2})
	fmt.Println(s.value.Load().([]int)[1])
	try(func() { s.value.Store("other type") })
	try(func() { s.value.Store(nil) })
	try(func() { s.value.CompareAndSwap([]int{1}, []int{2}) })
	fmt.Println(s.value.Swap([]int{3}), s.value.Load())
	var v atomic.Value
	fmt.Println(v.CompareAndSwap(nil, 1), v.CompareAndSwap(2, 3), v.CompareAndSwap(1, 5), v.Load())
	try(func() { v.CompareAndSwap("x", 1) })
	try(func() { v.Swap("x") })
	var i32 atomic.Int32
	var u32 atomic.Uint32
	var u64 atomic.Uint64
	var up atomic.Uintptr
	fmt.Println(i32.Add(-1), u32.Add(^uint32(0)), u64.Add(5), up.Add(6))
	fmt.Println(i32.And(6), i32.Load(), i32.Or(9), i32.Load(), u32.And(0xf), u32.Or(0x10), u32.Load())
	u64.Store(1 << 40)
	fmt.Println(u64.Load(), u64.Swap(0), up.CompareAndSwap(6, 7), up.Load())
	arr := [2]atomic.Int32{}
	arr[1].Store(4)
	m := map[string]*atomic.Int64{"a": new(atomic.Int64)}
	m["a"].Add(9)
	fmt.Println(arr[1].Load(), m["a"].Load())
	ps := atomic.Pointer[[]string]{}
	ps.Store(&[]string{"q"})
	fmt.Println((*ps.Load())[0])
}
