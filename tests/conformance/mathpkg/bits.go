// The math/bits package.
package main

import (
	"fmt"
	"math/bits"
)

func main() {
	for _, v := range []uint64{0, 1, 2, 0xff, 0x8000000000000000, 0xdeadbeefcafebabe, 1<<64 - 1} {
		fmt.Println(bits.LeadingZeros64(v), bits.TrailingZeros64(v), bits.OnesCount64(v), bits.Len64(v), bits.Reverse64(v), bits.ReverseBytes64(v), bits.RotateLeft64(v, 13), bits.RotateLeft64(v, -3))
	}
	fmt.Println(bits.LeadingZeros8(1), bits.TrailingZeros16(0), bits.Len8(0x80), bits.OnesCount(7), bits.Reverse8(1), bits.RotateLeft8(0x81, 1), bits.Len(0), bits.LeadingZeros32(1), bits.RotateLeft32(1, 31), bits.ReverseBytes16(0x1234))
	s, c := bits.Add64(1<<63, 1<<63, 1)
	d, b := bits.Sub64(0, 1, 0)
	hi, lo := bits.Mul64(1<<63, 6)
	q, r := bits.Div64(1, 5, 7)
	fmt.Println(s, c, d, b, hi, lo, q, r, bits.UintSize)
	h32, l32 := bits.Mul32(0xffffffff, 0xffffffff)
	fmt.Println(h32, l32, bits.Rem64(3, 4, 5))
	defer func() { fmt.Println(recover()) }()
	bits.Div64(5, 0, 5)
}
