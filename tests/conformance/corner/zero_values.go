// Zero values of every kind of type, in variables, fields, elements, results, map misses and closed channels.
package main

import "fmt"

type T struct {
	b   bool
	i   int8
	u   uintptr
	f   float32
	c   complex64
	s   string
	p   *T
	sl  []T
	m   map[string]T
	ch  chan T
	fn  func()
	ifc any
	err error
	arr [2]struct{ x, y string }
}

var g T
var gs [2]T

func res() (t T, n int, s string, e error) { return }
func zero[X any]() (x X)                   { return }

func main() {
	var l T
	fmt.Printf("%+v\n", l)
	t, n, s, e := res()
	fmt.Println(n, s == "", e == nil, t.arr == l.arr, t.p == nil, t.sl == nil, t.m == nil, t.ch == nil, t.fn == nil, t.ifc == nil)
	fmt.Println(g.s == gs[1].s, len(gs[0].m), g.arr[1].y == "")
	m := map[string]T{}
	fmt.Println(m["none"].i, m["none"].m["deeper"].f, len(m))
	c := make(chan T)
	close(c)
	fmt.Println((<-c).u, (<-c).sl == nil)
	x := *new(T)
	y := make([]T, 2)
	fmt.Println(x.c, y[1].ifc, y[0].b, new([3]bool)[2])
	fmt.Println(zero[int](), zero[string]() == "", zero[T]().f, zero[[2]*int]()[1] == nil, zero[func()]() == nil, zero[struct{}]())
	v, ok := any(l.ifc).(int)
	fmt.Println(v, ok)
	var arr [3][2]string
	fmt.Printf("%q %v\n", arr, arr[1] == [2]string{})
	for range 2 {
		var k int
		k++
		fmt.Print(k, " ")
	}
	fmt.Println()
	func() {
		defer func() { recover() }()
		l = T{i: 5}
		var z T
		l = z
		fmt.Println(l.i)
		panic(1)
	}()
	select {
	case z, ok := <-c:
		fmt.Println(z.f, ok)
	}
}
