// Integer arithmetic wraps around at every width, signed and unsigned.
package main

import "fmt"

var i8 int8 = 127
var i16 int16 = 32767
var i32 int32 = 2147483647
var i64 int64 = 9223372036854775807
var u8 uint8
var u16 uint16
var u32 uint32
var u64 uint64
var up uintptr

func main() {
	i8++
	i16++
	i32++
	i64++
	u8--
	u16--
	u32--
	u64--
	up--
	fmt.Println(i8, i16, i32, i64)
	fmt.Println(u8, u16, u32, u64, up)
	fmt.Println(-i8, -i16, -i32, -i64)
	fmt.Println(-u8, -u16, -u32, -u64)
	i8 *= i8
	i16 *= i16
	fmt.Println(i8, i16, i32*i32, i64*i64)
	a, b := int8(100), int8(100)
	fmt.Println(a+b, a*b, a-(-b), uint8(a)+uint8(b)+uint8(b))
	x, y := int32(1<<30), int32(5)
	fmt.Println(x*y, x+x, x+x+x, -x-x-1)
	m, n := int64(1<<62), int64(3)
	fmt.Println(m*n, m+m, m+m-1)
	p, q := uint32(0xdeadbeef), uint32(0xcafebabe)
	fmt.Println(p*q, p+q, p-q, q-p)
	r, s := uint64(0xdeadbeefcafebabe), uint64(0xfeedfacef00dd00d)
	fmt.Println(r*s, r+s, r-s, s-r)
	var h uint32 = 2166136261
	for _, c := range []byte("hash me") {
		h ^= uint32(c)
		h *= 16777619
	}
	fmt.Println(h)
	seed := int32(12345)
	for i := 0; i < 5; i++ {
		seed = seed*1103515245 + 12345
		fmt.Print(seed, " ")
	}
	fmt.Println()
	var c uint8 = 250
	cnt := 0
	for ; c >= 250; c++ {
		cnt++
	}
	fmt.Println(c, cnt)
}
