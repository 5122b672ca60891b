// Maps of functions, channels, pointers, structs, slices and maps; updating through temporaries; map in struct copies.
package main

import (
	"fmt"
	"sort"
)

type acc struct {
	m map[string]int
	n int
}

func (a acc) add(k string)   { a.m[k]++; a.n++ }
func (a *acc) padd(k string) { a.m[k]++; a.n++ }

type multi map[string][]int

func (m multi) put(k string, v int) multi { m[k] = append(m[k], v); return m }

func main() {
	a := acc{m: map[string]int{}}
	a.add("x")
	b := a
	b.padd("x")
	fmt.Println(a.m, a.n, b.n)
	mm := multi{}.put("a", 1).put("b", 2).put("a", 3)
	fmt.Println(mm, len(mm["zz"]))
	type pt struct{ x, y int }
	ps := map[string]pt{"o": {}}
	p := ps["o"]
	p.x = 5
	ps["o"] = p
	ptrs := map[string]*pt{}
	for k, v := range ps {
		ptrs[k] = &v
	}
	ptrs["o"].y = 9
	fmt.Println(ps, *ptrs["o"])
	ops := map[rune]func(int, int) int{'+': func(a, b int) int { return a + b }, '-': func(a, b int) int { return a - b }}
	if f, ok := ops['*']; !ok {
		fmt.Println(f == nil, ops['+'](1, 2), ops['-'](1, 2))
	}
	chs := map[int]chan string{}
	for i := range 3 {
		chs[i] = make(chan string, 1)
		chs[i] <- fmt.Sprint("c", i)
	}
	fmt.Println(<-chs[2], len(chs[1]), <-chs[0])
	grid := map[int]map[int]string{}
	for i := range 4 {
		if grid[i%2] == nil {
			grid[i%2] = map[int]string{}
		}
		grid[i%2][i] = fmt.Sprint(i)
	}
	delete(grid[0], 2)
	fmt.Println(grid, len(grid[5]))
	set := map[pt]struct{}{}
	for i := range 10 {
		set[pt{i % 3, i % 2}] = struct{}{}
	}
	keys := make([]pt, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i].x*10+keys[i].y < keys[j].x*10+keys[j].y })
	fmt.Println(keys)
	counts := map[bool]map[string]int{true: {}, false: {}}
	for _, w := range []string{"a", "bb", "a", "cc"} {
		counts[len(w) > 1][w]++
	}
	fmt.Println(counts)
	var iface map[any]any = map[any]any{1: "a", "b": 2, pt{1, 2}: nil}
	v, ok := iface[pt{1, 2}]
	fmt.Println(v, ok, iface[pt{2, 1}], len(iface))
	shared := map[string]int{"k": 1}
	func(m map[string]int) { m["k"] = 2; m = nil }(shared)
	fmt.Println(shared)
}
