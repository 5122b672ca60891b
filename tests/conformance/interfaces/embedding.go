// Interfaces embedding interfaces, overlapping method sets, conversion between interface types.
package main

import "fmt"

type R interface{ Read() string }
type W interface{ Write(string) }
type RW interface {
	R
	W
}
type RW2 interface {
	RW
	interface {
		Read() string
		Close() error
	}
}

type file struct{ data []string }

func (f *file) Read() string   { return fmt.Sprint(f.data) }
func (f *file) Write(s string) { f.data = append(f.data, s) }
func (f *file) Close() error   { f.data = nil; return fmt.Errorf("closed") }

type logged struct {
	RW
	n int
}

func (l *logged) Write(s string) { l.n++; l.RW.Write("[" + s + "]") }

type ring struct {
	R
	name string
}

type Num interface{ Val() int }
type A int
type B struct{ Num }

func (a A) Val() int { return int(a) }

func main() {
	f := &file{}
	var x RW2 = f
	var rw RW = x
	var r R = rw
	rw.Write("a")
	r.(W).Write("b")
	fmt.Println(r.Read(), x.Read() == r.Read(), r == R(f))
	l := &logged{RW: f}
	rw = l
	rw.Write("c")
	r = l
	fmt.Println(r.Read(), l.n)
	_, isCloser := r.(interface{ Close() error })
	_, fIsCloser := R(f).(interface{ Close() error })
	fmt.Println(isCloser, fIsCloser)
	l2 := &logged{RW: l}
	l2.Write("d")
	fmt.Println(l2.Read(), l.n, l2.n)
	rr := ring{ring{ring{f, "in"}, "mid"}, "out"}
	fmt.Println(rr.Read(), rr.R.(ring).R.(ring).name)
	var n Num = B{B{B{A(7)}}}
	fmt.Println(n.Val())
	var any1 any = n
	if v, ok := any1.(Num); ok {
		fmt.Printf("%T %v\n", v, v.Val())
	}
	fmt.Println(x.Close(), f.data == nil)
	fn := Num.Val
	fmt.Println(fn(A(9)), fn(n))
}
