// Struct value semantics: copies on assignment, call, return, range, channel, map and interface.
package main

import "fmt"

type P struct {
	x, y int
	a    [2]int
	s    []int
	n    struct{ deep string }
}

func (p P) moved() P  { p.x++; p.a[0]++; p.s[0]++; p.n.deep += "!"; return p }
func (p *P) move() *P { p.x += 10; return p }

func change(p P)    { p.x = -1; p.s[0] = -1 }
func mk() P         { return P{s: []int{0}} }
func ptr() *P       { p := mk(); return &p }
func two() (a, b P) { a.x, b.x = 1, 2; return b, a }

var global = P{x: 1, s: []int{1}}

func main() {
	p := global
	p.x = 5
	q := p.moved()
	change(p)
	fmt.Printf("%+v\n%+v\n%+v\n", global, p, q)
	p.move().move()
	fmt.Println(p.x, ptr().move().x, mk().x)
	a, b := two()
	fmt.Println(a.x, b.x)
	ps := []P{{x: 1}, {x: 2}}
	for _, e := range ps {
		e.x = 100
	}
	for i := range ps {
		ps[i].move()
	}
	fmt.Println(ps[0].x, ps[1].x)
	var i any = p
	p.y = 77
	fmt.Println(i.(P).y, p.y)
	pp := &p
	pp.n.deep = "d"
	cp := *pp
	cp.n.deep = "e"
	*pp = cp
	fmt.Println(p.n.deep, pp == &p)
	m := map[string]P{"a": p}
	v := m["a"]
	v.x = 0
	fmt.Println(m["a"].x, v.x)
	ch := make(chan P, 1)
	ch <- p
	p.x = 12345
	fmt.Println((<-ch).x)
	arr := [2]P{p, q}
	arr2 := arr
	arr2[0].a[1] = 9
	fmt.Println(arr[0].a, arr2[0].a)
	anon := struct {
		P
		extra int
	}{p, 1}
	anon.x++
	fmt.Println(anon.x, p.x)
	swap := [2]struct{ v int }{{1}, {2}}
	swap[0], swap[1] = swap[1], swap[0]
	fmt.Println(swap)
	px := &p.a[1]
	*px = 42
	py := &p.n.deep
	*py = "changed"
	fmt.Println(p.a, p.n)
	func(p P) { p.x = 1 }(p)
	defer fmt.Println(p.x)
	p.x = 0
}
