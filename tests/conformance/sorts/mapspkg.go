// The maps package and cmp: Keys, Values, Collect, Clone, Copy, Equal, DeleteFunc, Insert, All, cmp.Or.
package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

func main() {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Sorted(maps.Values(m)))
	c := maps.Clone(m)
	c["d"] = 4
	fmt.Println(maps.Equal(m, c), len(m), maps.Clone(map[int]int(nil)) == nil)
	maps.DeleteFunc(c, func(k string, v int) bool { return v%2 == 0 })
	maps.Copy(c, map[string]int{"a": 100, "z": 26})
	fmt.Println(c, maps.EqualFunc(m, m, func(a, b int) bool { return a == b }))
	n := maps.Collect(func(yield func(string, int) bool) {
		for i, s := range strings.Fields("x y z") {
			if !yield(s, i) {
				return
			}
		}
	})
	maps.Insert(n, maps.All(m))
	fmt.Println(n)
	total := 0
	for _, v := range maps.All(n) {
		total += v
	}
	fmt.Println(total)
	fmt.Println(cmp.Compare(1, 2), cmp.Compare("b", "a"), cmp.Compare(math.NaN(), 1), cmp.Compare(math.NaN(), math.NaN()), cmp.Less(1.5, 2), cmp.Or(0, 0, 3, 4), cmp.Or("", "x"), cmp.Or[int]())
	inv := map[int][]string{}
	for k, v := range map[string]int{"p": 1, "q": 2, "r": 1} {
		inv[v] = append(inv[v], k)
	}
	for _, ks := range inv {
		slices.Sort(ks)
	}
	fmt.Println(inv)
}
