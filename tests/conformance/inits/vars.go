// Package variables are initialised in dependency order, then init functions in source order.
package main

import "fmt"

var (
	a = c + b
	b = f()
	c = g("c", 1)
	d = 3
)

var x, y = two()
var _ = g("blank", 0)
var fn = func() int { return late * 2 }
var fromFn = fn()
var late = g("late", 21)
var arr = [...]int{g("arr0", 0), d, z}
var z = g("z", 5)
var m = map[string]int{"a": a, "d": d}
var p = &q
var q = T{n: w}
var w = g("w", 8)
var viaMethod = T{1}.get()
var hidden = g("hidden", 100)

type T struct{ n int }

func (t T) get() int { return t.n + hidden }

func f() int { d++; return g("f", d) }
func g(s string, n int) int {
	fmt.Println("init", s, n)
	return n
}
func two() (int, int) { fmt.Println("two"); return z, d }

func init() { fmt.Println("init 1", a, b, c, d); d = 50 }
func init() { fmt.Println("init 2", d, x, y, fromFn, arr, m) }

func main() {
	fmt.Println("main", *p, viaMethod, q)
}

func init() { fmt.Println("init 3"); p.n++ }
