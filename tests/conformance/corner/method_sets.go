// Method sets: addressable calls, map elements, embedded pointers, interface satisfaction checked at run time.
package main

import (
	"fmt"
	"reflect"
)

type V int

func (v V) Get() int   { return int(v) }
func (v *V) Set(n int) { *v = V(n) }

type Getter interface{ Get() int }
type Both interface {
	Getter
	Set(int)
}
type EV struct{ V }
type EP struct{ *V }
type EE struct{ EV }
type EI struct{ Both }
type hidden struct{ V }

func (hidden) Get() int { return -1 }

type amb1 struct {
	V
	EV2
}
type EV2 struct{ V }

func main() {
	v := V(1)
	xs := []any{v, &v, EV{v}, &EV{v}, EP{&v}, &EP{&v}, EE{}, &EE{}, EI{}, &EI{}, hidden{}, &hidden{}, amb1{}, &amb1{}}
	for _, x := range xs {
		_, g := x.(Getter)
		_, b := x.(Both)
		fmt.Println(reflect.TypeOf(x), g, b)
	}
	s := []V{1, 2}
	s[1].Set(20)
	st := struct{ v V }{}
	st.v.Set(3)
	ps := map[string]*V{"k": new(V)}
	ps["k"].Set(4)
	arr := [1]EV{}
	arr[0].Set(5)
	fmt.Println(s, st, *ps["k"], arr, map[string]V{"m": 9}["m"].Get())
	ep := EP{&v}
	ep.Set(30)
	cp := ep
	cp.Set(31)
	fmt.Println(v, ep.Get(), cp.V == ep.V)
	ei := EI{&v}
	ei.Set(40)
	ei2 := EI{ei}
	ei2.Set(41)
	fmt.Println(v, ei.Get(), ei2.Get())
	h := hidden{7}
	h.Set(8)
	fmt.Println(h.Get(), h.V.Get(), Getter(h).Get())
	am := amb1{1, EV2{2}}
	fmt.Println(am.V.Get(), am.EV2.Get(), am.Get())
	f := (*V).Set
	f(&v, 77)
	g := Both.Set
	g(&v, 78)
	h2 := Getter.Get
	fmt.Println(v, h2(v), h2(&v), interface{ Get() int }.Get(EV{5}))
	func() {
		defer func() { fmt.Println(recover()) }()
		EP{}.Get()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var e *EE
		e.Set(1)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		EI{}.Get()
	}()
}
