// Type assertions: successes, comma-ok forms and the exact panic texts.
package main

import (
	"fmt"
	"io"
	"runtime"
)

type I interface{ M() }
type J interface {
	M()
	Z()
	A()
}
type T struct{}
type P struct{}

func (T) M()  {}
func (*P) M() {}

type named int

func try(f func()) {
	defer func() {
		r := recover()
		_, ok := r.(*runtime.TypeAssertionError)
		_, ok2 := r.(runtime.Error)
		fmt.Println(ok, ok2, r)
	}()
	f()
}

func main() {
	var e any
	var i I
	try(func() { _ = e.(int) })
	try(func() { _ = e.(I) })
	try(func() { _ = i.(T) })
	try(func() { _ = i.(J) })
	e = "str"
	try(func() { _ = e.(int) })
	try(func() { _ = e.(I) })
	try(func() { _ = e.(fmt.Stringer) })
	try(func() { _ = e.(io.ReadWriter) })
	try(func() { _ = e.(*T) })
	try(func() { _ = e.([]map[string]int) })
	try(func() { _ = e.(func(int, ...string) (bool, error)) })
	try(func() { _ = e.(struct{ A, B int }) })
	try(func() { _ = e.(interface{ Foo(int) string }) })
	i = T{}
	try(func() { _ = i.(*P) })
	try(func() { _ = i.(J) })
	i = &P{}
	try(func() { _ = i.(T) })
	e = P{}
	try(func() { _ = e.(I) })
	e = named(3)
	try(func() { _ = e.(int) })
	try(func() { _ = e.(chan<- int) })
	{
		type named int
		try(func() { _ = e.(named) })
	}
	n, ok := e.(named)
	s, ok2 := e.(string)
	_, ok3 := e.(I)
	t, ok4 := i.(*P)
	fmt.Println(n, ok, s == "", ok2, ok3, t != nil, ok4)
	var ok5 bool
	var m = map[string]I{}
	m["x"], ok5 = e.(I)
	fmt.Println(m["x"] == nil, ok5)
	e = i
	fmt.Println(e.(I) == i)
	if v, ok := e.(interface{ M() }); ok {
		v.M()
		fmt.Println("ok")
	}
}
