// Arguments and receivers are copied at the call, also for deferred and go calls, also when evaluated through pointers.
package main

import "fmt"

type V struct {
	n   int
	arr [2]int
}

func (v V) get() (int, int)    { return v.n, v.arr[0] }
func (v *V) set(n int) *V      { v.n, v.arr[0] = n, n; return v }
func show(v V, p *V, a [2]int) { fmt.Println(v, *p, a) }
func ret(v V) V                { v.n = -1; return v }
func modify(a [2]int) [2]int   { a[0]++; return a }
func vari(vs ...V) (n int) {
	for i := range vs {
		vs[i].n *= 2
		n += vs[i].n
	}
	return
}

func main() {
	v := V{1, [2]int{1, 1}}
	defer show(v, &v, v.arr)
	g := v.get
	v.set(5)
	fmt.Println(g())
	fmt.Println(v.get())
	w := ret(v)
	fmt.Println(v.n, w.n)
	fmt.Println(modify(v.arr), v.arr)
	vs := []V{v, w}
	fmt.Println(vari(vs...), vs[0].n, vari(v, w), v.n)
	done := make(chan bool)
	go func(v V, p *V) { fmt.Println(v.n, p.n); done <- true }(v, &V{n: 77})
	<-done
	v = *v.set(9)
	x, y := v, &v
	y.n = 10
	fmt.Println(x.n, v.n, (*y).n)
	f := func(v V) func() V { return func() V { v.n++; return v } }(v)
	f()
	fmt.Println(f().n, v.n)
	m := map[string]V{"a": v}
	e := m["a"]
	e.set(100)
	fmt.Println(m["a"].n, e.n)
	arr := [2]V{v, v}
	for _, e := range arr {
		e.set(0)
	}
	for i := range arr {
		arr[i].set(i + 40)
	}
	brr := arr
	brr[0].set(0)
	fmt.Println(arr[0].n, arr[1].n, brr[0].n)
	var i any = v
	i.(interface{ get() (int, int) }).get()
	v.set(1)
	fmt.Println(i.(V).n)
	p := &v
	pp := &p
	(*pp).set(3)
	(**pp).n++
	fmt.Println(v.n)
	s := struct{ V }{v}
	s.set(8)
	fmt.Println(s.n, v.n)
	v.set(1000)
}
