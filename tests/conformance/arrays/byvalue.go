// Arrays are values: assignment, parameters, results, range, closures and interface copies.
package main

import "fmt"

type grid [2][3]int

func set(a [3]int) [3]int { a[0] = 100; return a }
func setp(a *[3]int)      { a[0] = 200 }
func (g grid) with(v int) grid {
	g[1][1] = v
	return g
}
func (g *grid) put(v int) { g[0][0] = v }

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[1] = 50
	c := set(a)
	fmt.Println(a, b, c)
	setp(&a)
	fmt.Println(a)
	for i, v := range a {
		a[2] = 10
		if i == 2 {
			fmt.Println("range copy", v)
		}
	}
	for i, v := range &a {
		a[2] = 20 + i
		if i == 2 {
			fmt.Println("range pointer", v)
		}
	}
	var i any = a
	a[0] = -1
	fmt.Println(i, i == any([3]int{200, 2, 22}), i.([3]int)[0])
	f := func() [3]int { return a }
	a[1] = -2
	x := f()
	x[0] = 0
	fmt.Println(a, x, f()[1])
	var g grid
	h := g.with(7)
	h.put(3)
	g[1] = [3]int{7, 8, 9}
	row := g[1]
	row[0] = 0
	fmt.Println(g, h, row, g == h, g == grid{{}, {7, 8, 9}})
	m := map[string][2]int{"k": {1, 2}}
	t := m["k"]
	t[0] = 9
	fmt.Println(m, t, m["none"])
	ch := make(chan [2]int, 1)
	ch <- t
	t[1] = 0
	fmt.Println(<-ch, t)
	type s struct{ arr [2]int }
	p, q := s{[2]int{1, 2}}, s{}
	q = p
	q.arr[0] = 5
	fmt.Println(p, q, p == q, [0]int{} == [0]int{}, len([3][4]int{}[0]))
	sl := [][2]int{{1, 2}}
	for _, e := range sl {
		e[0] = 10
	}
	for i := range sl {
		sl[i][1] = 20
	}
	fmt.Println(sl)
	a[0], a[1], a[2] = a[2], a[0], a[1]
	fmt.Println(a)
	ps := []*[3]int{&a, &b}
	ps[1][2]++
	fmt.Println(b, *ps[0])
}
