// Map keys of every kind: structs, arrays, interfaces, pointers, channels, strings from bytes.
package main

import "fmt"

type key struct {
	a int
	b string
	c [2]any
}

type shape interface{ area() int }
type sq int
type rect struct{ w, h int }

func (s sq) area() int   { return int(s * s) }
func (r rect) area() int { return r.w * r.h }

func main() {
	m := map[key]int{}
	m[key{1, "x", [2]any{1, "y"}}] = 1
	m[key{1, "x", [2]any{1, "y"}}]++
	m[key{1, "x", [2]any{int8(1), "y"}}] = 5
	fmt.Println(len(m), m[key{1, "x", [2]any{1, "y"}}], m[key{a: 1}])
	a := map[any]string{1: "int", int64(1): "int64", "1": "str", 1.0: "float", nil: "nil", [1]int{1}: "arr", struct{}{}: "empty", true: "bool"}
	fmt.Println(len(a), a[1], a[int64(1)], a["1"], a[1.0], a[nil], a[[1]int{1}], a[struct{}{}], a[int32(1)] == "")
	x, y := 1, 1
	p := map[*int]int{&x: 1, &y: 2}
	fmt.Println(p[&x], p[&y], len(p), p[nil])
	c1, c2 := make(chan int), make(chan int)
	c := map[chan int]string{c1: "c1", c2: "c2"}
	fmt.Println(c[c1], c[c2], c[nil] == "")
	s := map[shape]int{sq(3): 1, rect{3, 3}: 2}
	s[rect{3, 3}] += 10
	s[&rect{3, 3}] = 4
	s[&rect{3, 3}] = 5
	fmt.Println(len(s), s[sq(3)], s[rect{3, 3}], s[sq(4)])
	for _, bad := range []any{[]int{1}, map[int]int{}, func() {}, [1]any{[]int{}}, struct{ f func() }{}, key{c: [2]any{map[string]int{}}}} {
		func() {
			defer func() { fmt.Println(recover()) }()
			a[bad] = "x"
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			fmt.Println(a[bad])
		}()
		func() {
			defer func() { fmt.Println(recover()) }()
			delete(a, bad)
		}()
	}
	fmt.Println(len(a))
}
