// Values at the limits: arithmetic on constants converted to variables wraps, conversions truncate, loops end.
package main

import (
	"fmt"
	"math"
)

func main() {
	var i8 int8 = math.MaxInt8
	var i16 int16 = math.MinInt16
	var u16 uint16 = math.MaxUint16
	var i64 int64 = math.MinInt64
	var u64 uint64 = math.MaxUint64
	fmt.Println(i8+1, i16-1, u16+1, i64-1, u64+1, -i64 == i64, -i8, i8*i8)
	fmt.Println(i64/-1, i64%-1, u64/2, u64*u64, i16*i16, ^u16, ^i16)
	fmt.Println(uint8(i8)<<1, int8(uint8(i8)<<1), u16<<8>>8, u16>>8<<8, int16(u16))
	n := 0
	for i := uint8(250); i != 5; i++ {
		n++
	}
	fmt.Println(n)
	n = 0
	for i := int8(120); i > 0; i++ {
		n++
	}
	fmt.Println(n)
	abs := func(x int32) int32 {
		if x < 0 {
			return -x
		}
		return x
	}
	fmt.Println(abs(math.MinInt32), abs(-5))
	mid := func(a, b int32) int32 { return int32(uint32(a+b) >> 1) }
	fmt.Println(mid(math.MaxInt32, math.MaxInt32-2), (math.MaxInt32+math.MaxInt32-2)/2)
	hash := func(s string) (h int32) {
		for _, c := range s {
			h = 31*h + c
		}
		return
	}
	fmt.Println(hash("hello world"), hash("polygenelubricants"))
	crc := ^uint32(0)
	for _, b := range []byte("123456789") {
		crc ^= uint32(b)
		for range 8 {
			crc = crc>>1 ^ 0xedb88320&-(crc&1)
		}
	}
	fmt.Printf("%08x\n", ^crc)
	var a, b uint64 = 1, 1
	for range 100 {
		a, b = b, a+b
	}
	fmt.Println(a, int64(a))
	x := uint32(2463534242)
	for range 5 {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
	}
	fmt.Println(x, int32(x), uint16(x), int8(x))
	z := i64
	z >>= 63
	y := u64
	y >>= 63
	fmt.Println(z, y, i64>>62, uint64(i64)>>62, i8>>7, int8(-1)>>7)
}
