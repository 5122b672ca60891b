// A struct in an interface is a copy: methods through it, type switches and assertions never alias the original.
package main

import "fmt"

type C struct {
	n   int
	arr [2]int
}

func (c C) Bump() int   { c.n++; c.arr[0]++; return c.n }
func (c *C) PBump() int { c.n++; c.arr[0]++; return c.n }

type B interface{ Bump() int }
type PB interface{ PBump() int }

func main() {
	c := C{}
	var b B = c
	fmt.Println(b.Bump(), b.Bump(), c.n)
	b = &c
	fmt.Println(b.Bump(), b.Bump(), c.n)
	var p PB = &c
	fmt.Println(p.PBump(), p.PBump(), c.n)
	var i any = c
	d := i.(C)
	d.n = 100
	d.arr[1] = 5
	fmt.Println(i.(C).n, i.(C).arr, c.n)
	switch v := i.(type) {
	case C:
		v.n = 77
		v.PBump()
		fmt.Println(v.n, i.(C).n)
	}
	xs := []any{c, &c}
	c.n = 1000
	fmt.Println(xs[0].(C).n, xs[1].(*C).n)
	m := map[any]string{c: "key"}
	c.n = 0
	fmt.Println(m[C{1000, c.arr}], m[c] == "")
	var e1, e2 any = c, c
	c.arr[1]++
	fmt.Println(e1 == e2, e1 == any(c))
	f := c.Bump
	c.n = 50
	fmt.Println(f(), c.Bump())
	ch := make(chan any, 1)
	ch <- c
	c.n = 51
	fmt.Println((<-ch).(C).n)
	arr := [2]int{1, 2}
	var ai any = arr
	arr[0] = 9
	bi := ai
	fmt.Println(ai, bi == ai, ai == any(arr))
	func(a any) {
		x := a.([2]int)
		x[0] = -1
	}(ai)
	fmt.Println(ai)
	defer fmt.Println("deferred copy", c.n)
	c.n = 52
	go func(c C) {}(c)
}
