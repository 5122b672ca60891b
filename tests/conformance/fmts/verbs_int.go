// fmt integer verbs with flags, widths and precisions.
package main

import "fmt"

type myInt int
type hex uint8

func main() {
	n := 42
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%#X|%o|%#o|%O|%b|%#b|%c|%U|%#U|%q|%v|%#v|%T\n", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
	n = -42
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%b|%v|%.5d|%8.5d|%-8.5d|%08.5d|%+.3d\n", n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
	fmt.Printf("%d %d %d %d %x %b\n", int8(-128), uint8(255), int64(-1<<63), uint64(1<<64-1), int8(-1), int16(-5))
	fmt.Printf("%*d|%-*d|%.*d|%[2]*[1]d|%[3]d %[1]d %d\n", 5, 1, 5, 2, 3, 7, 3, 4, 5)
	fmt.Printf("%6.2d|%x|%X|% x|%#v|%#v\n", 7, "hi", []byte("hi"), "abc", uint8(7), myInt(3))
	fmt.Printf("%v %d %x %s %q\n", hex(200), hex(200), hex(200), hex(65), hex(65))
	fmt.Printf("%c%c%c %q %q %+q %U %#U %c\n", 'a', 0x4e16, 0x1F600, 'x', '\n', 'é', '⌘', '⌘', -1)
	fmt.Printf("%.0d|%.0d|%5.0d|%+.0d\n", 0, 1, 0, 0)
	fmt.Printf("%d %v %x\n", []int{1, -2}, [2]uint8{3, 4}, []int{10, 255})
	fmt.Printf("%04d %+d % d %#x\n", []int{1, 2}, []int{1, -2}, [2]int{3, -4}, []uint{10})
	fmt.Printf("%d %d\n", map[string]int{"a": 1}, struct{ A, B int }{1, 2})
	fmt.Printf("%x %X %#x\n", uintptr(255), -255, -255)
	fmt.Printf("%t %v %5t|%-7t|%q\n", true, false, true, false, []rune("hi"))
	fmt.Printf("%3c|%-3c|%03d|%+03d|%+-5d|\n", 'x', 'y', -5, 5, 5)
	fmt.Printf("%20b|%-20o|%020x\n", 1000, 1000, 1000)
	fmt.Printf("%d%%|%c|%v|%s\n", 50, 65, 'a', fmt.Sprint('a'))
}
