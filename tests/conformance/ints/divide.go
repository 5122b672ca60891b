// Division truncates towards zero, remainder takes the dividend's sign, and MinInt / -1 wraps.
package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	for _, a := range []int{7, -7, 0, 1} {
		for _, b := range []int{2, -2, 3, -3, 8, -8} {
			fmt.Println(a, b, a/b, a%b, a/b*b+a%b == a)
		}
	}
	m8, m16, m32, m64 := int8(-128), int16(-32768), int32(-1<<31), int64(-1<<63)
	n8, n16, n32, n64 := int8(-1), int16(-1), int32(-1), int64(-1)
	fmt.Println(m8/n8, m16/n16, m32/n32, m64/n64)
	fmt.Println(m8%n8, m16%n16, m32%n32, m64%n64)
	u := uint64(1<<64 - 1)
	fmt.Println(u/10, u%10, u/(1<<63), u%(1<<63))
	var z int
	var zu uint8
	try(func() { fmt.Println(1 / z) })
	try(func() { fmt.Println(1 % z) })
	try(func() { zu = 4 / zu })
	try(func() { var f float64; fmt.Println(1/f, -1/f) })
	x := -13
	x /= 4
	y := -13
	y %= 4
	fmt.Println(x, y, -13>>2, -13&3)
}
