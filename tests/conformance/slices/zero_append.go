// Nil and empty slices: comparison with nil, append, range, printing, and JSON-like distinctions.
package main

import "fmt"

type list []int

func f() []string { return nil }

func main() {
	var n []int
	e := []int{}
	m := make([]int, 0, 5)
	fmt.Println(n == nil, e == nil, m == nil, len(n), cap(n), cap(m))
	fmt.Println(n, e, n[:] == nil, n[0:0] == nil, e[:0] == nil, m[:0:0] == nil)
	fmt.Printf("%v %#v %#v %d %s|%T\n", n, n, e, n, f(), f())
	n = append(n)
	fmt.Println(n == nil, append([]int(nil), e...) == nil, append(e, n...) == nil, append([]int(nil)) == nil)
	for range n {
		fmt.Println("never")
	}
	n = append(n, 1)
	fmt.Println(n, n[1:], n[1:] == nil, len(n[1:]))
	var l list
	l = append(l, e...)
	fmt.Println(l == nil, list(nil) == nil, []int(l) == nil)
	var i any = []int(nil)
	fmt.Println(i == nil, i.([]int) == nil)
	var mp map[string]int
	for range mp {
	}
	fmt.Println(mp == nil, len(mp), mp, mp["x"])
	fmt.Printf("%#v %#v\n", mp, map[string]int{})
	var p *[3]int
	fmt.Println(len(p), cap(p))
	for i := range p {
		fmt.Print(i)
	}
	fmt.Println()
	var ps = []*int{nil, nil}
	fmt.Println(ps[0] == nil, len(ps))
	copy(n, []int(nil))
	fmt.Println(copy(e, []int{1}), copy(n, []int{5, 6}), n)
	z := make([]struct{}, 3)
	z = append(z, struct{}{})
	fmt.Println(len(z), z)
}
