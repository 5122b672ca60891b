// Addresses of locals, parameters, results, loop variables and elements outlive their functions.
package main

import "fmt"

type node struct {
	val  int
	next *node
}

func local() *int             { x := 1; return &x }
func param(x int) *int        { return &x }
func result() (r int, p *int) { p = &r; r = 5; return r + 1, p }
func elem() *int              { a := [3]int{1, 2, 3}; return &a[1] }
func field() *int             { n := node{val: 9}; return &n.val }
func slice() []int            { a := [4]int{1, 2, 3, 4}; return a[1:3] }
func closure() (func(), func() int) {
	n := 0
	p := &n
	return func() { *p += 10 }, func() int { return n }
}
func list(n int) *node {
	var l *node
	for i := range n {
		v := node{i, l}
		l = &v
	}
	return l
}
func pp() **int { x := 3; p := &x; return &p }

func main() {
	a, b := local(), local()
	*a = 10
	fmt.Println(*a, *b, a != b)
	p, q := param(1), param(1)
	*p++
	fmt.Println(*p, *q)
	r, rp := result()
	fmt.Println(r, *rp)
	e := elem()
	*e = 7
	fmt.Println(*e, *elem(), *field())
	s := slice()
	t := s[:3]
	t[2] = 40
	fmt.Println(s, t, cap(s))
	add, get := closure()
	add()
	add()
	fmt.Println(get())
	n := 0
	for l := list(5); l != nil; l = l.next {
		n = n*10 + l.val
	}
	fmt.Println(n)
	x := pp()
	**x = 4
	y := *x
	*x = a
	fmt.Println(*y, **x)
	var ps []*int
	for _, v := range []int{1, 2, 3} {
		ps = append(ps, &v)
	}
	arr := [3]int{10, 20, 30}
	for i := range arr {
		ps = append(ps, &arr[i])
	}
	arr[1] = 21
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	m := map[string]*node{}
	for i, k := range []string{"a", "b"} {
		nd := node{val: i}
		m[k] = &nd
	}
	m["a"].next = m["b"]
	m["a"].next.val = 55
	fmt.Println(m["b"].val)
	st := struct{ in struct{ x int } }{}
	ip := &st.in
	xp := &ip.x
	*xp = 8
	cp := st
	*xp = 9
	fmt.Println(st, cp, &st.in == ip)
}
