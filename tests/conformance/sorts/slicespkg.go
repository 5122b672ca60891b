// The slices package: sorting, searching, editing, comparing, iterators, chunking.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

type P struct {
	n string
	a int
}

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	s := []int{3, 1, 4, 1, 5, 9, 2, 6}
	t := slices.Clone(s)
	slices.Sort(t)
	fmt.Println(s, t, slices.IsSorted(t), slices.Max(s), slices.Min(s), slices.Contains(s, 9), slices.Index(s, 4), slices.Index(s, 7))
	fmt.Println(slices.BinarySearch(t, 4))
	fmt.Println(slices.BinarySearch(t, 7))
	ps := []P{{"b", 2}, {"a", 2}, {"c", 1}}
	slices.SortFunc(ps, func(x, y P) int { return cmp.Or(cmp.Compare(x.a, y.a), strings.Compare(x.n, y.n)) })
	fmt.Println(ps)
	slices.SortStableFunc(ps, func(x, y P) int { return -cmp.Compare(x.a, y.a) })
	fmt.Println(ps, slices.IndexFunc(ps, func(p P) bool { return p.n == "c" }))
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 2, 1}), slices.Insert([]int{1, 2}, 1, 8, 9), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Replace([]int{1, 2, 3}, 0, 2, 7))
	fmt.Println(slices.Equal(s, t), slices.Compare([]int{1, 2}, []int{1, 3}), slices.Concat([]int{1}, nil, []int{2, 3}), slices.Repeat([]string{"x"}, 3))
	r := slices.Clone(s)
	slices.Reverse(r)
	fmt.Println(r, slices.ContainsFunc(s, func(i int) bool { return i > 8 }), slices.DeleteFunc(r, func(i int) bool { return i%2 == 1 }))
	fmt.Println(slices.Collect(slices.Values([]string{"a", "b"})), slices.Sorted(slices.Values(s)), slices.AppendSeq([]int{0}, slices.Values([]int{1})))
	for i, v := range slices.All([]string{"x", "y"}) {
		fmt.Print(i, v, " ")
	}
	for i, v := range slices.Backward(s[:3]) {
		fmt.Print(i, v, " ")
	}
	for c := range slices.Chunk(s, 3) {
		fmt.Print(c, len(c), " ")
	}
	fmt.Println()
	fmt.Println(slices.MaxFunc(ps, func(a, b P) int { return cmp.Compare(a.n, b.n) }), slices.EqualFunc(s, []string{"3"}, func(int, string) bool { return true }))
	fmt.Println(len(slices.Grow([]int{1}, 10)), cap(slices.Clip(make([]int, 2, 10))), slices.SortedFunc(slices.Values(s), func(a, b int) int { return b - a }))
	try(func() { slices.Max([]int{}) })
	try(func() { slices.Insert([]int{1}, 5, 2) })
	try(func() { slices.Delete([]int{1}, 0, 3) })
	try(func() { slices.Chunk(s, 0) })
	d := []string{"a", "b", "c"}
	e := slices.Delete(d, 0, 1)
	fmt.Printf("%q %q\n", d, e)
}
