// Order of evaluation: calls left to right, operands of assignments first, map and index expressions, receivers.
package main

import "fmt"

var log []string

func t[T any](name string, v T) T { log = append(log, name); return v }
func flush()                      { fmt.Println(log); log = nil }

type S struct{ m map[string]int }

func (s *S) set(k string, v int) *S { log = append(log, "set"+k); s.m[k] = v; return s }
func two() (int, int)               { log = append(log, "two"); return 1, 2 }
func sum(xs ...int) (n int) {
	for _, x := range xs {
		n = n*10 + x
	}
	return
}

func main() {
	a := []int{1, 2, 3}
	t("arr", a)[t("i", 0)] = t("v", 9)
	flush()
	m := map[string]int{}
	t("m", m)[t("k", "x")] += t("v", 2)
	flush()
	t("m1", m)["p"], t("a1", a)[t("i1", 1)] = t("v1", 5), t("v2", 6)
	flush()
	_ = t("l", 1) + t("r", 2)*t("q", 3)
	flush()
	_ = t("f", false) && t("g", true) || t("h", true)
	flush()
	fmt.Println(sum(t("a", 1), t("b", 2), t("c", 3)), sum(two()), sum(t("s", []int{7, 8})...))
	flush()
	s := &S{map[string]int{}}
	t("recv", s).set("a", t("1", 1)).set("b", t("2", 2))
	flush()
	_ = []int{t("x", 1), t("y", 2)}
	_ = map[string]int{t("k1", "a"): t("e1", 1), t("k2", "b"): t("e2", 2)}
	flush()
	i := 0
	i, a[i] = 2, 77
	fmt.Println(i, a)
	func() {
		defer func() { recover(); flush(); fmt.Println(m["never"]) }()
		var nilm map[string]int
		nilm[t("key", "never")] = t("val", 1)
	}()
	func() {
		defer func() { fmt.Println(recover()); flush() }()
		a[t("idx", 5)] = t("rhs", 1)
	}()
	func() {
		defer func() { fmt.Println(recover() != nil); flush() }()
		var p *S
		p.m = t("newmap", map[string]int{})
	}()
	x, y := 1, 2
	x, y = y, x+y
	fmt.Println(x, y)
	ch := make(chan int, 1)
	t("ch", ch) <- t("val", 4)
	fmt.Println(<-t("rch", ch))
	flush()
	defer t("deferfn", func(int) { flush() })(t("deferarg", 1))
	var arr [3]int
	j := 0
	arr[j], j = 5, 1
	p := &arr
	p, p[2] = nil, 8
	fmt.Println(arr, j, p == nil)
}
