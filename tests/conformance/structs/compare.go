// Struct comparison: field by field, blank fields ignored, nested, interfaces, and panics.
package main

import "fmt"

type inner struct {
	s string
	f float64
}
type outer struct {
	inner
	a  [2]int
	p  *int
	_  int
	ch chan int
	i  any
}
type blank struct {
	x int
	_ string
	y int
}

func try(f func() bool) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	fmt.Println(f())
}

func main() {
	n := 1
	c := make(chan int)
	a := outer{inner{"x", 1}, [2]int{1, 2}, &n, 0, c, 5}
	b := a
	fmt.Println(a == b, a != b)
	b.i = 5.0
	fmt.Println(a == b)
	b = a
	b.a[1] = 3
	fmt.Println(a == b)
	m := 1
	b = a
	b.p = &m
	fmt.Println(a == b)
	fmt.Println(blank{1, "a", 2} == blank{1, "b", 2})
	a.i, b = []int{1}, a
	b.i = []int{1}
	try(func() bool { return a == b })
	b.s = "different"
	try(func() bool { return a == b })
	var e1, e2 struct{}
	fmt.Println(e1 == e2, struct{ x int }{1} == struct{ x int }{1})
	anon := struct {
		s string
		f float64
	}{"x", 1}
	in := inner{"x", 1}
	fmt.Println(in == anon, inner(anon) == in)
	var x, y any = in, inner{"x", 1}
	var z any = anon
	fmt.Println(x == y, x == z)
	x = struct{ f func() }{nil}
	try(func() bool { return x == x })
	x = &in
	y = &in
	fmt.Println(x == y, x == any(&inner{"x", 1}))
	nan := 0.0
	nan /= nan
	s1 := inner{"n", nan}
	fmt.Println(s1 == s1)
	set := map[inner]bool{in: true, {"y", 2}: true}
	fmt.Println(set[inner{"x", 1}], set[inner{"y", 2}], set[inner{"z", 0}])
}
