// Short-circuit evaluation, boolean values as data, comparisons chained through variables, De Morgan.
package main

import "fmt"

var trace string

func t(s string, b bool) bool { trace += s; return b }
func show(b bool)             { fmt.Print(b, ":", trace, " "); trace = "" }

type B bool

func xor(a, b bool) bool { return a != b }

func main() {
	for i := range 8 {
		a, b, c := i&1 != 0, i&2 != 0, i&4 != 0
		show(t("a", a) && t("b", b) && t("c", c))
		show(t("a", a) || t("b", b) || t("c", c))
		show(t("a", a) && t("b", b) || t("c", c))
		show(t("a", a) || t("b", b) && t("c", c))
		show(!t("a", a) && !(t("b", b) || t("c", c)))
		show((t("a", a) == t("b", b)) != t("c", c))
		if t("a", a) && (t("b", b) || t("c", c)) {
			show(true)
		} else {
			show(false)
		}
		fmt.Println(xor(xor(a, b), c), !(a && b) == (!a || !b))
	}
	m := map[bool]string{true: "T", false: "F"}
	x := 5
	fmt.Println(m[x > 3], m[x > 3 && x < 4], [2]bool{x == 5, x != 5}, B(x > 1) && B(true))
	var p *struct{ v int }
	fmt.Println(p != nil && p.v > 0, p == nil || p.v > 0)
	for ok := true; ok; ok = x < 7 {
		x++
	}
	fmt.Println(x)
	f := func() (b bool) { defer func() { b = !b }(); return true }
	fmt.Println(f(), !f())
	var s []int
	fmt.Println(len(s) > 0 && s[0] == 1, len(s) == 0 || s[0] == 1)
	switch a, b := x > 1, x > 100; {
	case a && b:
		fmt.Println("both")
	case a != b:
		fmt.Println("one")
	}
}
