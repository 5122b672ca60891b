// Range over functions: zero, one and two values, break, continue, return, labels, defers and nesting.
package main

import (
	"fmt"
	"iter"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("<done>")
		for i := range n {
			if !yield(i) {
				fmt.Print("<stop>")
				return
			}
		}
	}
}

func pairs(ss ...string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, s := range ss {
			if !yield(i, s) {
				return
			}
		}
	}
}

func times(yield func() bool) {
	for range 3 {
		if !yield() {
			return
		}
	}
}

func find(n int) (res string) {
	defer func() { res += "|deferred" }()
	for i := range count(10) {
		for j := range count(10) {
			if i*j == n {
				return fmt.Sprint(i, "*", j)
			}
		}
	}
	return "none"
}

func deferred() {
	for i := range count(3) {
		defer fmt.Print("D", i, " ")
	}
	fmt.Print("end ")
}

func filter[T any](s iter.Seq[T], ok func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if ok(v) && !yield(v) {
				return
			}
		}
	}
}

func named() (a, b int) {
	for a = range count(5) {
		b += a
		if a == 3 {
			return
		}
	}
	return -1, -1
}

func jumps(n int) string {
	for i := range count(5) {
		if i == n {
			goto out
		}
	}
	return "fell"
out:
	return "jumped"
}

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) all(yield func(int) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.v) && t.r.all(yield)
}
func (t *tree) All(yield func(int) bool) { t.all(yield) }

func main() {
	for i := range count(3) {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i := range count(10) {
		if i%2 == 0 {
			continue
		}
		if i > 5 {
			break
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i, s := range pairs("a", "b", "c") {
		fmt.Print(i, s, " ")
	}
	for range times {
		fmt.Print("t")
	}
	for i := range pairs("x", "y") {
		fmt.Print(i)
	}
	fmt.Println()
	fmt.Println(find(21))
	fmt.Println(find(97))
	deferred()
	fmt.Println()
outer:
	for i := range count(4) {
		for j := range count(4) {
			for k := range 4 {
				if k == 2 {
					continue outer
				}
				if i == 2 {
					break outer
				}
				if j == 1 {
					break
				}
				fmt.Print(i, j, k, " ")
			}
		}
	}
	fmt.Println()
	for v := range filter(count(20), func(i int) bool { return i%7 == 0 }) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	fmt.Println(named())
	fmt.Println(jumps(2), jumps(9))
	t := &tree{&tree{nil, nil, 1}, &tree{&tree{nil, nil, 3}, nil, 4}, 2}
	for v := range t.All {
		fmt.Print(v, " ")
		if v == 3 {
			break
		}
	}
	var fs []func() int
	for i := range count(3) {
		fs = append(fs, func() int { i++; return i })
	}
	fmt.Println(fs[0](), fs[0](), fs[2]())
}
