// iter.Pull and Pull2: stepping, stopping early, exhausted iterators, zipping two sequences.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func count(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[end]")
		for i := from; i < to; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		na, sa := iter.Pull(a)
		defer sa()
		nb, sb := iter.Pull(b)
		defer sb()
		for {
			x, ok1 := na()
			y, ok2 := nb()
			if !ok1 || !ok2 || !yield(x, y) {
				return
			}
		}
	}
}

func main() {
	next, stop := iter.Pull(count(0, 3))
	for v, ok := next(); ok; v, ok = next() {
		fmt.Print(v, " ")
	}
	fmt.Println(next())
	stop()
	next, stop = iter.Pull(count(0, 100))
	fmt.Println(next())
	fmt.Println(next())
	stop()
	stop()
	fmt.Println(next())
	for a, b := range zip(count(0, 10), slices.Values([]string{"x", "y", "z"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	n2, s2 := iter.Pull2(maps.All(map[string]int{"only": 1}))
	fmt.Println(n2())
	fmt.Println(n2())
	s2()
	_, stop = iter.Pull(count(0, 5))
	stop()
	fmt.Println("never started")
	func() {
		defer func() { fmt.Println(recover()) }()
		next, _ := iter.Pull(func(yield func(int) bool) {
			yield(1)
			panic("in iterator")
		})
		fmt.Println(next())
		next()
	}()
}
