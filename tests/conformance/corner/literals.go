// Literals of all kinds: integers in every base, floats in hex, imaginary, runes and strings with every escape.
package main

import "fmt"

func main() {
	fmt.Println(0, 00, 0x0, 0b0, 0o0, 0xFFFF_FFFF, 0xfF, 0b1010, 0o17, 0777, 1_2_3)
	fmt.Println(1., .5, 1.5e3, 1e-2, 0x1p10, 0x1.8p-1, 0x.8p1, 1_0.2_5, 0e0, 072.40, 1e+1)
	fmt.Println(1i, 1.5i, 0x1p2i, 0b11i, 10i, 1e2i)
	fmt.Println('a', '\a', '\b', '\f', '\n', '\r', '\t', '\v', '\\', '\'', '\000', '\377', '\x7f', '\u12e4', '\U00101234', '世')
	fmt.Printf("%q %q %q\n", "\a\b\f\n\r\t\v\\\"", "\101\x42\u0043\U00000044", "日本\u672c\xe8\xaa\x9e")
	fmt.Printf("%q\n", `raw \n "quoted" 	tab`)
	fmt.Println(len("\xff"), len("\u00ff"), len(`\n`), "a"+`b`+"c")
	fmt.Println(9223372036854775807, -9223372036854775808, uint64(18446744073709551615), 1e308, 4.9e-324)
	fmt.Println(0.1, 0.30000000000000004, 123456789.123456789, float32(16777217.0), 1e22, 1e21, 100000.0)
	fmt.Println([]byte("\x00\x01"), []rune("\U0001F600"), [...]string{2: "c", 0: "a"}, map[rune]int{'x': 1})
	fmt.Println(func() int { return 1 }(), func(a, b int) int { return a - b }(5, 3))
	var (
		a, b = 1, "x"
		c    = [...]float64{1, 2.5}
	)
	fmt.Println(a, b, c, len(c), struct{}{}, []struct{}{}, [0]int{}, nil == error(nil))
	fmt.Println('a'+1, 'a'*2.0, 1+0i, 3.0/2, 3/2, 'b'-'a', 7.0/2.0 == 3.5, 5%3 == 2)
	fmt.Println(1<<3.0, "s"[0], len("const"), -5>>1, ^5, +5, !true, -(-3))
}
