// Bitwise operators, including AND NOT and unary ^, with precedence.
package main

import "fmt"

func main() {
	a, b := uint8(0b1100_1010), uint8(0b1010_0110)
	fmt.Printf("%08b %08b %08b %08b %08b\n", a&b, a|b, a^b, a&^b, ^a)
	c, d := int16(-12345), int16(0x0ff0)
	fmt.Println(c&d, c|d, c^d, c&^d, ^c, ^d)
	x := 0xff
	x &^= 0x0f
	x |= 1
	x ^= 0x3
	x &= ^2
	fmt.Println(x)
	fmt.Println(1|2^3&4, 1<<2+1, 1<<(2+1), 6&^2|1, 5&3<<1, -3&0xf)
	var n int
	for v := uint32(0xf0f0f0f1); v != 0; v &= v - 1 {
		n++
	}
	fmt.Println(n)
	fmt.Println(x&-x, -8&8, ^0, ^uint32(0), ^uint64(0)>>1)
	p, q := 5, 9
	p ^= q
	q ^= p
	p ^= q
	fmt.Println(p, q)
	fmt.Println(0b101, 0o17, 017, 0xF_F, 1_000_000, 'a', '\x41', '\u00e9', '\'')
}
