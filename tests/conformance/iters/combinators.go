// Iterator combinators: map, filter, take, chain, reduce, infinite sequences, recursion in iterators.
package main

import (
	"fmt"
	"iter"
	"slices"
)

func Map[T, U any](s iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		for v := range s {
			if !yield(f(v)) {
				return
			}
		}
	}
}
func Take[T any](s iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range s {
			if !yield(v) {
				return
			}
			if i++; i == n {
				return
			}
		}
	}
}
func Chain[T any](ss ...iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, s := range ss {
			for v := range s {
				if !yield(v) {
					return
				}
			}
		}
	}
}
func naturals(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}
func perms[T any](s []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		if len(s) <= 1 {
			yield(s)
			return
		}
		for i := range s {
			rest := append(slices.Clone(s[:i]), s[i+1:]...)
			for p := range perms(rest) {
				if !yield(append([]T{s[i]}, p...)) {
					return
				}
			}
		}
	}
}

type tree[T any] struct {
	l, r *tree[T]
	v    T
}

func (t *tree[T]) walk(yield func(T) bool) bool {
	if t == nil {
		return true
	}
	return t.l.walk(yield) && yield(t.v) && t.r.walk(yield)
}

func fib() iter.Seq[int] {
	return func(yield func(int) bool) {
		a, b := 0, 1
		for yield(a) {
			a, b = b, a+b
		}
	}
}

func hanoi(n int, a, b, c string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if n == 0 {
			return
		}
		for x, y := range hanoi(n-1, a, c, b) {
			if !yield(x, y) {
				return
			}
		}
		if !yield(a, b) {
			return
		}
		for x, y := range hanoi(n-1, c, b, a) {
			if !yield(x, y) {
				return
			}
		}
	}
}

func main() {
	fmt.Println(slices.Collect(Take(Map(naturals, func(i int) string { return fmt.Sprint(i * i) }), 5)))
	fmt.Println(slices.Collect(Chain(Take(naturals, 2), Take(fib(), 8), nil2[int]())))
	for p := range perms([]string{"a", "b", "c"}) {
		fmt.Print(p, " ")
	}
	fmt.Println()
	t := &tree[int]{&tree[int]{nil, nil, 1}, &tree[int]{nil, nil, 3}, 2}
	for v := range func(y func(int) bool) { t.walk(y) } {
		fmt.Print(v, " ")
	}
	n := 0
	for a, b := range hanoi(4, "A", "B", "C") {
		if n++; n <= 4 {
			fmt.Print(a, b, " ")
		}
	}
	fmt.Println(n)
}

func nil2[T any]() iter.Seq[T] { return func(func(T) bool) {} }
