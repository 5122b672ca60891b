//go:build vtrace

package vtracegate

import (
	"sync/atomic"
	"unsafe"
)

// The functions of package sync/atomic, each with a gate before it.

//go:linkname call runtime.vtAtomic
func call(name string)

func AddInt32(addr *int32, delta int32) int32 {
	call("sync/atomic.AddInt32")
	return atomic.AddInt32(addr, delta)
}

func AndInt32(addr *int32, mask int32) int32 {
	call("sync/atomic.AndInt32")
	return atomic.AndInt32(addr, mask)
}

func OrInt32(addr *int32, mask int32) int32 {
	call("sync/atomic.OrInt32")
	return atomic.OrInt32(addr, mask)
}

func LoadInt32(addr *int32) int32 {
	call("sync/atomic.LoadInt32")
	return atomic.LoadInt32(addr)
}

func StoreInt32(addr *int32, val int32) {
	call("sync/atomic.StoreInt32")
	atomic.StoreInt32(addr, val)
}

func SwapInt32(addr *int32, new int32) int32 {
	call("sync/atomic.SwapInt32")
	return atomic.SwapInt32(addr, new)
}

func CompareAndSwapInt32(addr *int32, old, new int32) bool {
	call("sync/atomic.CompareAndSwapInt32")
	return atomic.CompareAndSwapInt32(addr, old, new)
}

func AddInt64(addr *int64, delta int64) int64 {
	call("sync/atomic.AddInt64")
	return atomic.AddInt64(addr, delta)
}

func AndInt64(addr *int64, mask int64) int64 {
	call("sync/atomic.AndInt64")
	return atomic.AndInt64(addr, mask)
}

func OrInt64(addr *int64, mask int64) int64 {
	call("sync/atomic.OrInt64")
	return atomic.OrInt64(addr, mask)
}

func LoadInt64(addr *int64) int64 {
	call("sync/atomic.LoadInt64")
	return atomic.LoadInt64(addr)
}

func StoreInt64(addr *int64, val int64) {
	call("sync/atomic.StoreInt64")
	atomic.StoreInt64(addr, val)
}

func SwapInt64(addr *int64, new int64) int64 {
	call("sync/atomic.SwapInt64")
	return atomic.SwapInt64(addr, new)
}

func CompareAndSwapInt64(addr *int64, old, new int64) bool {
	call("sync/atomic.CompareAndSwapInt64")
	return atomic.CompareAndSwapInt64(addr, old, new)
}

func AddUint32(addr *uint32, delta uint32) uint32 {
	call("sync/atomic.AddUint32")
	return atomic.AddUint32(addr, delta)
}

func AndUint32(addr *uint32, mask uint32) uint32 {
	call("sync/atomic.AndUint32")
	return atomic.AndUint32(addr, mask)
}

func OrUint32(addr *uint32, mask uint32) uint32 {
	call("sync/atomic.OrUint32")
	return atomic.OrUint32(addr, mask)
}

func LoadUint32(addr *uint32) uint32 {
	call("sync/atomic.LoadUint32")
	return atomic.LoadUint32(addr)
}

func StoreUint32(addr *uint32, val uint32) {
	call("sync/atomic.StoreUint32")
	atomic.StoreUint32(addr, val)
}

func SwapUint32(addr *uint32, new uint32) uint32 {
	call("sync/atomic.SwapUint32")
	return atomic.SwapUint32(addr, new)
}

func CompareAndSwapUint32(addr *uint32, old, new uint32) bool {
	call("sync/atomic.CompareAndSwapUint32")
	return atomic.CompareAndSwapUint32(addr, old, new)
}

func AddUint64(addr *uint64, delta uint64) uint64 {
	call("sync/atomic.AddUint64")
	return atomic.AddUint64(addr, delta)
}

func AndUint64(addr *uint64, mask uint64) uint64 {
	call("sync/atomic.AndUint64")
	return atomic.AndUint64(addr, mask)
}

func OrUint64(addr *uint64, mask uint64) uint64 {
	call("sync/atomic.OrUint64")
	return atomic.OrUint64(addr, mask)
}

func LoadUint64(addr *uint64) uint64 {
	call("sync/atomic.LoadUint64")
	return atomic.LoadUint64(addr)
}

func StoreUint64(addr *uint64, val uint64) {
	call("sync/atomic.StoreUint64")
	atomic.StoreUint64(addr, val)
}

func SwapUint64(addr *uint64, new uint64) uint64 {
	call("sync/atomic.SwapUint64")
	return atomic.SwapUint64(addr, new)
}

func CompareAndSwapUint64(addr *uint64, old, new uint64) bool {
	call("sync/atomic.CompareAndSwapUint64")
	return atomic.CompareAndSwapUint64(addr, old, new)
}

func AddUintptr(addr *uintptr, delta uintptr) uintptr {
	call("sync/atomic.AddUintptr")
	return atomic.AddUintptr(addr, delta)
}

func AndUintptr(addr *uintptr, mask uintptr) uintptr {
	call("sync/atomic.AndUintptr")
	return atomic.AndUintptr(addr, mask)
}

func OrUintptr(addr *uintptr, mask uintptr) uintptr {
	call("sync/atomic.OrUintptr")
	return atomic.OrUintptr(addr, mask)
}

func LoadUintptr(addr *uintptr) uintptr {
	call("sync/atomic.LoadUintptr")
	return atomic.LoadUintptr(addr)
}

func StoreUintptr(addr *uintptr, val uintptr) {
	call("sync/atomic.StoreUintptr")
	atomic.StoreUintptr(addr, val)
}

func SwapUintptr(addr *uintptr, new uintptr) uintptr {
	call("sync/atomic.SwapUintptr")
	return atomic.SwapUintptr(addr, new)
}

func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) bool {
	call("sync/atomic.CompareAndSwapUintptr")
	return atomic.CompareAndSwapUintptr(addr, old, new)
}

func LoadPointer(addr *unsafe.Pointer) unsafe.Pointer {
	call("sync/atomic.LoadPointer")
	return atomic.LoadPointer(addr)
}

func StorePointer(addr *unsafe.Pointer, val unsafe.Pointer) {
	call("sync/atomic.StorePointer")
	atomic.StorePointer(addr, val)
}

func SwapPointer(addr *unsafe.Pointer, new unsafe.Pointer) unsafe.Pointer {
	call("sync/atomic.SwapPointer")
	return atomic.SwapPointer(addr, new)
}

func CompareAndSwapPointer(addr *unsafe.Pointer, old, new unsafe.Pointer) bool {
	call("sync/atomic.CompareAndSwapPointer")
	return atomic.CompareAndSwapPointer(addr, old, new)
}
