// Recursive generic types and constraints: linked structures, F-bounded interfaces, mutual recursion, generic trees.
package main

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

type Ord[T any] interface{ Cmp(T) int }
type Ver struct{ maj, min int }

func (a Ver) Cmp(b Ver) int { return cmp.Or(cmp.Compare(a.maj, b.maj), cmp.Compare(a.min, b.min)) }

func Max[T Ord[T]](a T, rest ...T) T {
	for _, r := range rest {
		if r.Cmp(a) > 0 {
			a = r
		}
	}
	return a
}

type Tree[T any] struct {
	val  T
	kids []*Tree[T]
}
type Pair[A, B any] struct {
	a A
	b B
}

func Leaf[T any](v T, kids ...*Tree[T]) *Tree[T] { return &Tree[T]{val: v, kids: kids} }
func (t *Tree[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) { t.walk(0, yield) }
}
func (t *Tree[T]) walk(d int, yield func(int, T) bool) bool {
	if !yield(d, t.val) {
		return false
	}
	for _, k := range t.kids {
		if !k.walk(d+1, yield) {
			return false
		}
	}
	return true
}
func Map[T, U any](t *Tree[T], f func(T) U) *Tree[U] {
	u := &Tree[U]{val: f(t.val)}
	for _, k := range t.kids {
		u.kids = append(u.kids, Map(k, f))
	}
	return u
}
func Fold[T, A any](t *Tree[T], f func(T, []A) A) A {
	var as []A
	for _, k := range t.kids {
		as = append(as, Fold(k, f))
	}
	return f(t.val, as)
}

type Builder[B any] interface {
	*B
	Add(string) *B
}
type Dash struct{ parts []string }

func (d *Dash) Add(s string) *Dash { d.parts = append(d.parts, s); return d }
func Build[B any, P Builder[B]](ss ...string) B {
	var b B
	p := P(&b)
	for _, s := range ss {
		p = p.Add(s)
	}
	return b
}

type Expr[T any] interface{ Eval() T }
type Lit[T any] struct{ v T }
type Bin[T any] struct {
	l, r Expr[T]
	op   func(T, T) T
}

func (l Lit[T]) Eval() T { return l.v }
func (b Bin[T]) Eval() T { return b.op(b.l.Eval(), b.r.Eval()) }

type Either[L, R any] struct {
	left  *L
	right *R
	next  *Either[R, L]
}

func main() {
	fmt.Println(Max(Ver{1, 2}, Ver{1, 10}, Ver{0, 99}))
	t := Leaf("root", Leaf("a", Leaf("b")), Leaf("c"))
	for d, v := range t.All() {
		fmt.Println(strings.Repeat(" ", d) + v)
		if v == "b" {
			break
		}
	}
	n := Map(t, func(s string) int { return len(s) })
	fmt.Println(Fold(n, func(v int, as []int) int {
		for _, a := range as {
			v += a
		}
		return v
	}))
	fmt.Println(Fold(t, func(v string, as []string) string { return v + "(" + strings.Join(as, ",") + ")" }))
	fmt.Println(Build[Dash]("x", "y").parts)
	add := func(a, b int) int { return a + b }
	fmt.Println(Expr[int](Bin[int]{Lit[int]{1}, Bin[int]{Lit[int]{2}, Lit[int]{3}, add}, add}).Eval())
	fmt.Println(Bin[string]{Lit[string]{"a"}, Lit[string]{"b"}, func(a, b string) string { return a + b }}.Eval())
	s, i := "s", 1
	e := Either[string, int]{left: &s, next: &Either[int, string]{left: &i}}
	fmt.Printf("%s %d %T %T\n", *e.left, *e.next.left, e, e.next.next)
	fmt.Printf("%T\n", Tree[Pair[int, []string]]{})
}
