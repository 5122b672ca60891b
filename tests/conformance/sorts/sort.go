// The sort package: Ints, Strings, Float64s, Slice, SliceStable, Sort, Stable, Reverse, Search, IsSorted.
package main

import (
	"fmt"
	"math"
	"sort"
)

type person struct {
	name string
	age  int
}
type byAge []person

func (a byAge) Len() int           { return len(a) }
func (a byAge) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a byAge) Less(i, j int) bool { return a[i].age < a[j].age }

func main() {
	xs := []int{5, 2, 8, 1, 9, 3}
	sort.Ints(xs)
	ss := []string{"pear", "apple", "fig", ""}
	sort.Strings(ss)
	fs := []float64{2.5, math.NaN(), -1, math.Inf(1), 0}
	sort.Float64s(fs)
	fmt.Println(xs, ss, fs)
	ps := []person{{"a", 30}, {"b", 20}, {"c", 30}, {"d", 20}, {"e", 10}}
	sort.Stable(byAge(ps))
	fmt.Println(ps)
	sort.SliceStable(ps, func(i, j int) bool { return ps[i].age > ps[j].age })
	fmt.Println(ps)
	sort.Slice(ps, func(i, j int) bool { return ps[i].name < ps[j].name })
	fmt.Println(ps, sort.SliceIsSorted(ps, func(i, j int) bool { return ps[i].name < ps[j].name }))
	sort.Sort(sort.Reverse(sort.IntSlice(xs)))
	fmt.Println(xs, sort.IsSorted(sort.IntSlice(xs)), sort.IntsAreSorted([]int{1, 2, 2}))
	sort.Sort(sort.StringSlice(ss))
	big := make([]int, 300)
	x := uint32(7)
	for i := range big {
		x = x*1664525 + 1013904223
		big[i] = int(x >> 16 % 100)
	}
	sort.Ints(big)
	fmt.Println(sort.IntsAreSorted(big), big[0], big[299])
	sort.Ints(xs)
	fmt.Println(sort.SearchInts(xs, 4), sort.SearchInts(xs, 100), sort.SearchStrings(ss, "fig"))
	i := sort.Search(1000, func(i int) bool { return i*i >= 5000 })
	j, found := sort.Find(len(xs), func(i int) int { return 8 - xs[i] })
	fmt.Println(i, j, found)
	sort.Slice([]int{}, nil)
	sort.Ints(nil)
}
