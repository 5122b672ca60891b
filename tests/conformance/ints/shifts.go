// Shifts: oversized counts, signed counts, arithmetic and logical right shift, untyped operands.
package main

import "fmt"

func try(f func()) {
	defer func() {
		r := recover()
		e, ok := r.(error)
		fmt.Println(ok, e)
	}()
	f()
}

func main() {
	var s8 int8 = -128
	var u8 uint8 = 0x81
	var i32 int32 = -5
	var u64 uint64 = 1
	for _, n := range []uint{0, 1, 2, 7, 8, 31, 32, 63, 64, 65, 1000} {
		fmt.Println(n, s8>>n, s8<<n, u8>>n, u8<<n, i32>>n, i32<<n, u64<<n, u64<<n>>n)
	}
	for _, n := range []int{0, 3, 63, 64, 200} {
		fmt.Println(1<<n, -1<<n, -1>>n, int16(-1)>>n, uint16(65535)>>n)
	}
	neg := -1
	try(func() { fmt.Println(1 << neg) })
	try(func() { fmt.Println(8 >> neg) })
	var n8 int8 = -128
	try(func() { fmt.Println(uint8(1) << n8) })
	try(func() { i32 <<= neg })
	var big uint64 = 1 << 63
	fmt.Println(1<<big, int64(-1)>>big, i32)
	var s uint = 33
	var i = 1 << s
	var j int32 = 1 << s
	var k = uint64(1 << s)
	var w int64 = 1.0 << 33
	fmt.Println(i, j, k, w)
	a := make([]int, 10)
	fmt.Println(len(a[1<<(s-32):]))
	var u8s uint8 = 200
	fmt.Println(u64<<u8s, u8s>>u8s, u8s>>1<<1)
}
