// Generic types: stack, linked list, tree, pair, map wrapper, methods, recursion, embedding, printing of names.
package main

import (
	"cmp"
	"fmt"
)

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(v T) { s.items = append(s.items, v) }
func (s *Stack[T]) Pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}

type Node[T any] struct {
	val  T
	next *Node[T]
}
type List[T any] struct {
	head *Node[T]
	n    int
}

func (l *List[T]) Add(v T) *List[T] { l.head = &Node[T]{v, l.head}; l.n++; return l }
func (l *List[T]) All() func(func(int, T) bool) {
	return func(yield func(int, T) bool) {
		i := 0
		for n := l.head; n != nil; n = n.next {
			if !yield(i, n.val) {
				return
			}
			i++
		}
	}
}

type Tree[K cmp.Ordered, V any] struct {
	l, r *Tree[K, V]
	k    K
	v    V
}

func (t *Tree[K, V]) Put(k K, v V) *Tree[K, V] {
	if t == nil {
		return &Tree[K, V]{k: k, v: v}
	}
	switch c := cmp.Compare(k, t.k); {
	case c < 0:
		t.l = t.l.Put(k, v)
	case c > 0:
		t.r = t.r.Put(k, v)
	default:
		t.v = v
	}
	return t
}
func (t *Tree[K, V]) Walk(f func(K, V)) {
	if t != nil {
		t.l.Walk(f)
		f(t.k, t.v)
		t.r.Walk(f)
	}
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return Pair[B, A]{p.Second, p.First} }

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(vs ...T) Set[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}
func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }

type Named[T any] struct {
	Stack[T]
	*List[T]
	name string
}
type Opt[T any] func(*T)
type Vec[T any, PT interface{ *T }] struct{ p PT }

func main() {
	var s Stack[string]
	s.Push("a")
	s.Push("b")
	v, ok := s.Pop()
	fmt.Println(v, ok, len(s.items))
	var is Stack[int]
	_, ok = is.Pop()
	fmt.Println(ok)
	l := (&List[float64]{}).Add(1).Add(2.5)
	for i, v := range l.All() {
		fmt.Print(i, ":", v, " ")
	}
	fmt.Println(l.n)
	var t *Tree[string, int]
	for i, w := range []string{"m", "c", "x", "a", "m"} {
		t = t.Put(w, i)
	}
	t.Walk(func(k string, v int) { fmt.Print(k, v, " ") })
	fmt.Println()
	p := MakePair(1, "x")
	fmt.Printf("%v %+v %T %T\n", p, p.Swap(), p, p.Swap())
	fmt.Println(p == Pair[int, string]{1, "x"}, Set[int]{}.Add(1, 2, 1).Has(2), len(Set[string]{}.Add("q", "q")))
	n := Named[int]{List: &List[int]{}, name: "n"}
	n.Push(3)
	n.Add(4)
	fmt.Println(n.items, n.head.val, n.name)
	fmt.Printf("%T %T %T %T %T\n", n, &s, Set[[2]int]{}, Opt[Pair[int, []string]](nil), Vec[int, *int]{})
	var a any = Pair[int, int]{1, 2}
	_, is1 := a.(Pair[int, int])
	_, is2 := a.(Pair[int, int64])
	fmt.Println(is1, is2)
	push := is.Push
	push(9)
	pop := (*Stack[int]).Pop
	fmt.Println(pop(&is))
}
