// append growth: capacities of slices of many element sizes follow the runtime's size classes.
package main

import "fmt"

func caps[T any](name string, n int) {
	var s []T
	last := -1
	fmt.Print(name, ":")
	for i := 0; i < n; i++ {
		var z T
		s = append(s, z)
		if cap(s) != last {
			last = cap(s)
			fmt.Print(" ", last)
		}
	}
	fmt.Println()
	escaped = append(escaped, s)
}

type s3 struct{ a, b, c byte }
type s24 struct{ a, b, c int }
type s40 [5]int

// Slices that stay on the stack may grow differently: all of these escape.
var (
	escaped []any
	sink    [][]int
)

func main() {
	caps[byte]("byte", 3000)
	caps[int16]("int16", 2000)
	caps[int32]("int32", 2000)
	caps[int]("int", 3000)
	caps[string]("string", 1500)
	caps[s3]("s3", 500)
	caps[s24]("s24", 500)
	caps[s40]("s40", 300)
	caps[any]("any", 600)
	caps[*int]("ptr", 600)
	var a []int
	a = append(a, 1, 2, 3)
	b := append(a, 4, 5, 6, 7)
	c := append([]int{}, make([]int, 5)...)
	d := append([]int{1, 2, 3, 4}, make([]int, 100)...)
	e := append([]byte("hello"), " world, this is long"...)
	sink = append(sink, a, b, c, d)
	fmt.Println(cap(a), cap(b), cap(c), cap(d), cap(e), cap(sink))
	escaped = append(escaped, e)
}
