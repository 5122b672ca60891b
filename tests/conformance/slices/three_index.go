// Full slice expressions on arrays, pointers to arrays and slices, with every bounds panic text.
package main

import "fmt"

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(name, "->", r)
		} else {
			fmt.Println(name, "ok")
		}
	}()
	f()
}

func main() {
	s := make([]int, 3, 8)
	a := [5]int{1, 2, 3, 4, 5}
	p := &a
	str := "hello"
	neg, i2, i4, i6, i9 := -1, 2, 4, 6, 9
	try("s[2:6]", func() { _ = s[i2:i6] })
	try("s[2:9]", func() { _ = s[i2:i9] })
	try("s[6:4]", func() { _ = s[i6:i4] })
	try("s[4:]", func() { _ = s[i4:] })
	try("s[:9]", func() { _ = s[:i9] })
	try("s[-1:]", func() { _ = s[neg:] })
	try("s[:-1]", func() { _ = s[:neg] })
	try("s[2:4:6]", func() { _ = s[i2:i4:i6] })
	try("s[2:4:9]", func() { _ = s[i2:i4:i9] })
	try("s[2:6:4]", func() { _ = s[i2:i6:i4] })
	try("s[6:4:6]", func() { _ = s[i6:i4:i6] })
	try("s[:4:-1]", func() { _ = s[:i4:neg] })
	try("s[-1:4:6]", func() { _ = s[neg:i4:i6] })
	try("s[:-1:6]", func() { _ = s[:neg:i6] })
	try("s[6:2:9]", func() { _ = s[i6:i2:i9] })
	try("a[:6]", func() { _ = a[:i6] })
	try("a[4:2]", func() { _ = a[i4:i2] })
	try("a[6:]", func() { _ = a[i6:] })
	try("p[2:6]", func() { _ = p[i2:i6] })
	try("p[1:2:9]", func() { _ = p[1:i2:i9] })
	try("str[9:]", func() { _ = str[i9:] })
	try("str[4:2]", func() { _ = str[i4:i2] })
	try("str[2:9]", func() { _ = str[i2:i9] })
	try("s[9]", func() { _ = s[i9] })
	try("s[-1]", func() { _ = s[neg] })
	try("a[6]", func() { _ = a[i6] })
	try("p[6]", func() { p[i6] = 1 })
	try("str[6]", func() { _ = str[i6] })
	var u uint64 = 1 << 63
	try("s[1<<63]", func() { _ = s[u] })
	try("s[1<<63:]", func() { _ = s[u:] })
	var u8 uint8 = 255
	try("s[255]", func() { _ = s[u8] })
	var np *[5]int
	try("np[:]", func() { fmt.Println(np[:] == nil) })
	try("np[1]", func() { _ = np[1] })
	var ns []int
	try("ns[0:0]", func() { _ = ns[0:0:0] })
	try("ns[0]", func() { ns[0]++ })
	q := p[1:3:4]
	fmt.Println(q, len(q), cap(q), len(s[i2:i4:i6]), cap(s[i2:i4:i6]))
}
