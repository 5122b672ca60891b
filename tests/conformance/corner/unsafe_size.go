// unsafe Sizeof, Alignof, Offsetof as constants; string and slice data functions.
package main

import (
	"fmt"
	"unsafe"
)

type S struct {
	a int8
	b int16
	c int32
	d int64
	e bool
	f string
	g []int
	h any
	i [3]byte
	j func()
	k *int
	l complex64
}

func main() {
	var s S
	fmt.Println(unsafe.Sizeof(s), unsafe.Alignof(s.b), unsafe.Offsetof(s.b), unsafe.Offsetof(s.c), unsafe.Offsetof(s.d), unsafe.Offsetof(s.f), unsafe.Offsetof(s.g), unsafe.Offsetof(s.h), unsafe.Offsetof(s.i), unsafe.Offsetof(s.j), unsafe.Offsetof(s.l))
	const n = unsafe.Sizeof(uint32(0))
	var arr [n]int
	fmt.Println(len(arr), unsafe.Sizeof(arr), unsafe.Sizeof([0]S{}), unsafe.Sizeof(struct {
		a int32
		z struct{}
	}{}))
	str := "hello"
	b := unsafe.Slice(unsafe.StringData(str), len(str))
	fmt.Println(len(b), b[1])
	bs := []byte("world")
	fmt.Println(unsafe.String(unsafe.SliceData(bs), 3))
	xs := []int{1, 2, 3}
	p := unsafe.SliceData(xs)
	*p = 10
	ys := unsafe.Slice(&xs[0], 2)
	ys[1] = 20
	fmt.Println(xs, len(ys), cap(ys))
	x := 5
	up := unsafe.Pointer(&x)
	*(*int)(up) = 6
	fmt.Println(x, up == unsafe.Pointer(&x), (*int)(up) == &x)
}
