// Methods promoted through several levels of value and pointer embedding, via interfaces and method sets.
package main

import "fmt"

type A struct{ v int }

func (a A) Val() int   { return a.v }
func (a *A) Set(v int) { a.v = v }

type B struct{ *A }
type C struct{ B }
type D struct{ *C }
type V struct{ A }
type W struct{ V }

type Getter interface{ Val() int }
type Setter interface{ Set(int) }

type over struct{ W }

func (o over) Val() int { return o.W.Val() * 1000 }

type local struct {
	Getter
	cnt int
}

func (l *local) Val() int { l.cnt++; return l.Getter.Val() + l.cnt }

func main() {
	a := &A{1}
	d := D{&C{B{a}}}
	d.Set(5)
	fmt.Println(d.Val(), a.v, d.v, d.C.B.A.v)
	var g Getter = d
	var s Setter = d
	s.Set(6)
	fmt.Println(g.Val(), d.Val())
	w := W{V{A{3}}}
	w.Set(4)
	_, ok := any(w).(Setter)
	_, okp := any(&w).(Setter)
	_, okc := any(C{B{a}}).(Setter)
	_, okb := any(B{a}).(Setter)
	fmt.Println(w.Val(), ok, okp, okc, okb)
	g = w
	w.Set(100)
	fmt.Println(g.Val(), w.Val())
	o := over{w}
	o.Set(2)
	g = &o
	fmt.Println(g.Val(), over.Val(o), (*over).Val(&o))
	l := &local{Getter: o}
	l2 := &local{Getter: l}
	fmt.Println(l2.Val(), l2.Val(), l.cnt, l2.cnt)
	f, h := D.Val, (*W).Set
	h(&w, 77)
	fmt.Println(f(d), w.v, W.Val(w))
	func() {
		defer func() { fmt.Println(recover()) }()
		var z D
		z.Set(1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var z C
		fmt.Println(z.Val())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var g Getter = (*W)(nil)
		fmt.Println(g.Val())
	}()
}
