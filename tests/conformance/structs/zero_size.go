// Zero-size types: arrays, maps, channels and slices of struct{}, sizes by unsafe.Sizeof.
package main

import (
	"fmt"
	"unsafe"
)

type empty struct{}

func (empty) hi() string { return "hi" }

type padded struct {
	a bool
	b int64
	c bool
}
type packed struct {
	b    int64
	a, c bool
}

func main() {
	var e empty
	s := make([]empty, 5)
	s = append(s, e, e)
	m := map[empty]int{{}: 1}
	m[e]++
	set := map[string]struct{}{"a": {}, "b": {}}
	_, ok := set["a"]
	ch := make(chan struct{}, 2)
	ch <- struct{}{}
	close(ch)
	_, r1 := <-ch
	_, r2 := <-ch
	fmt.Println(len(s), m, len(set), ok, r1, r2, e.hi(), s[0] == e)
	fmt.Println(unsafe.Sizeof(e), unsafe.Sizeof([0]int{}), unsafe.Sizeof([10]empty{}), unsafe.Sizeof(s), unsafe.Sizeof(""), unsafe.Sizeof(any(nil)))
	fmt.Println(unsafe.Sizeof(padded{}), unsafe.Sizeof(packed{}), unsafe.Alignof(padded{}), unsafe.Offsetof(padded{}.c), unsafe.Sizeof(m), unsafe.Sizeof(ch))
	fmt.Println(unsafe.Sizeof(int8(0)), unsafe.Sizeof(int16(0)), unsafe.Sizeof(rune(0)), unsafe.Sizeof(0), unsafe.Sizeof(1i), unsafe.Sizeof(complex64(0)), unsafe.Sizeof(uintptr(0)), unsafe.Sizeof(true))
	fmt.Println([3]empty{}, struct{}{}, &empty{}, []struct{}{{}, {}})
	fmt.Printf("%v %+v %#v %T\n", e, e, e, struct{}{})
	var arr [0]func()
	for range arr {
		fmt.Println(arr)
	}
	var x [4]struct {
		empty
		n int8
	}
	x[1].n = 4
	fmt.Println(x, x[2].hi())
}
