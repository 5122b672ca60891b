// Conversions between integer types truncate and sign-extend.
package main

import "fmt"

type celsius int8
type flags uint16

func main() {
	for _, v := range []int64{0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, 1 << 31, -1 << 31, 1<<32 + 7, -1 << 63, 1<<63 - 1} {
		fmt.Println(v, int8(v), uint8(v), int16(v), uint16(v), int32(v), uint32(v), uint64(v), uint(v), uintptr(v))
	}
	var i8 int8 = -1
	fmt.Println(uint16(i8), uint32(i8), uint64(i8), int64(i8), uint16(uint8(i8)), int(uint8(i8)))
	var u8 uint8 = 200
	fmt.Println(int8(u8), int16(u8), int16(int8(u8)), uint32(int8(u8)))
	fmt.Println(celsius(u8), flags(i8), flags(celsius(i8)), celsius(flags(u8)<<1))
	fmt.Printf("%T %T %T\n", celsius(1), flags(1)+1, rune(1)+'a')
	var r rune = 'é'
	var b byte = byte(r)
	fmt.Println(r, b, string(r), string(rune(b)))
}
