// The sync/atomic functions: Add, Load, Store, Swap, CompareAndSwap, And, Or on every width.
package main

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

type s struct {
	a int32
	b uint64
	p unsafe.Pointer
}

func main() {
	var i32 int32 = 5
	var i64 int64 = -5
	var u32 uint32 = 5
	var u64 uint64
	var up uintptr = 1
	fmt.Println(atomic.AddInt32(&i32, -10), atomic.AddInt64(&i64, 1<<40), atomic.AddUint32(&u32, ^uint32(0)), atomic.AddUint64(&u64, ^uint64(0)), atomic.AddUintptr(&up, 4))
	fmt.Println(atomic.LoadInt32(&i32), atomic.LoadInt64(&i64), atomic.LoadUint32(&u32), atomic.LoadUint64(&u64), atomic.LoadUintptr(&up))
	atomic.StoreInt32(&i32, 1<<31-1)
	atomic.StoreUint64(&u64, 7)
	fmt.Println(atomic.AddInt32(&i32, 1), atomic.SwapUint64(&u64, 9), u64)
	fmt.Println(atomic.CompareAndSwapInt64(&i64, 0, 1), atomic.CompareAndSwapUint32(&u32, 4, 40), u32)
	fmt.Println(atomic.SwapInt32(&i32, 3), i32, atomic.SwapUint32(&u32, 0), atomic.SwapInt64(&i64, 2) > 0)
	fmt.Println(atomic.OrInt32(&i32, 12), i32, atomic.AndInt32(&i32, 6), i32)
	fmt.Println(atomic.OrUint64(&u64, 6), atomic.AndUint64(&u64, 3), u64)
	var st s
	arr := [3]int64{1, 2, 3}
	sl := []uint32{1, 2}
	atomic.AddInt32(&st.a, 2)
	atomic.StoreUint64(&st.b, 3)
	atomic.AddInt64(&arr[1], 40)
	atomic.CompareAndSwapUint32(&sl[1], 2, 22)
	fmt.Println(st.a, st.b, arr, sl)
	x, y := 1, 2
	atomic.StorePointer(&st.p, unsafe.Pointer(&x))
	fmt.Println(*(*int)(atomic.LoadPointer(&st.p)), atomic.CompareAndSwapPointer(&st.p, unsafe.Pointer(&y), nil), atomic.CompareAndSwapPointer(&st.p, unsafe.Pointer(&x), unsafe.Pointer(&y)))
	fmt.Println(*(*int)(atomic.SwapPointer(&st.p, nil)), st.p == nil)
	defer func() { fmt.Println(recover()) }()
	var np *int32
	atomic.AddInt32(np, 1)
}
