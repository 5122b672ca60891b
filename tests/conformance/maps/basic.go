// Maps: zero values, comma-ok, delete, nested maps, printing in sorted order, aliasing.
package main

import "fmt"

func main() {
	m := map[string]int{"b": 2, "a": 1, "c": 3}
	fmt.Println(m, len(m), m["zz"])
	v, ok := m["a"]
	w, ok2 := m["q"]
	fmt.Println(v, ok, w, ok2)
	delete(m, "a")
	delete(m, "never")
	_, ok = m["a"]
	fmt.Println(m, ok)
	n := m
	n["new"] = 9
	fmt.Println(m["new"], len(m))
	nested := map[string]map[int][]string{}
	if nested["x"] == nil {
		nested["x"] = map[int][]string{}
	}
	nested["x"][3] = append(nested["x"][3], "p", "q")
	fmt.Println(nested, nested["y"][5], len(nested["y"][5]))
	type pt struct{ x, y int }
	ps := map[pt]string{{1, 2}: "a", {0, 5}: "b", {1, 1}: "c"}
	fmt.Println(ps, ps[pt{1, 2}])
	mp := map[string]*pt{"k": {1, 2}}
	mp["k"].x = 50
	fmt.Println(*mp["k"])
	fmt.Println(map[bool]int{true: 1, false: 0}, map[float64]string{2.5: "x", -1: "y"}, map[int8]bool{-3: true, 3: false}, map[[2]int]int{{2, 1}: 1, {1, 9}: 2})
	fmt.Println(map[any]int{"s": 1, "b": 3, "a": 5}, map[any]int{3: 2, 1: 4}, map[any]int{true: 6, false: 7})
	sum, keys := 0, 0
	for i := 0; i < 1000; i++ {
		ps[pt{i % 10, i / 10}] = fmt.Sprint(i)
	}
	for k, v := range ps {
		sum += k.x*k.y + len(v)
		keys++
	}
	fmt.Println(sum, keys, len(ps))
	fn := map[string]func(int) int{"dbl": func(x int) int { return 2 * x }, "neg": func(x int) int { return -x }}
	fmt.Println(fn["dbl"](4), fn["neg"](4), fn["none"] == nil)
	if v, ok := m["b"]; ok && v == 2 {
		fmt.Println("found")
	}
	m["b"], m["c"] = m["c"], m["b"]
	fmt.Println(m)
}
