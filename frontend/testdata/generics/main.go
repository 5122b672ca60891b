package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"unsafe"
)

type Number interface{ ~int | ~float64 }

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return s
}

func Map[T, U any](xs []T, f func(T) U) []U {
	var ys []U
	for _, x := range xs {
		ys = append(ys, f(x))
	}
	return ys
}

type List[T any] struct {
	head *node[T]
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *List[T]) Push(v T) { l.head = &node[T]{v, l.head} }

func (l *List[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for n := l.head; n != nil; n = n.next {
			if !yield(n.value) {
				return
			}
		}
	}
}

type Tree[K cmp.Ordered, V any] struct {
	left, right *Tree[K, V]
	key         K
	value       V
}

func (t *Tree[K, V]) Insert(k K, v V) *Tree[K, V] {
	switch {
	case t == nil:
		return &Tree[K, V]{key: k, value: v}
	case k < t.key:
		t.left = t.left.Insert(k, v)
	default:
		t.right = t.right.Insert(k, v)
	}
	return t
}

func Size[T any](x T) uintptr { return unsafe.Sizeof(x) }

type myInt int

func (m myInt) String() string { return fmt.Sprint("m", int(m)) }

func Show[T fmt.Stringer](x T) string { return x.String() }

func Local[T any](x T) any {
	type wrapper struct{ inner T }
	return wrapper{x}
}

func main() {
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2.5), Sum[myInt](4, 5))
	fmt.Println(Map([]int{1, 2}, func(x int) string { return fmt.Sprint(x) }))
	var l List[string]
	l.Push("a")
	l.Push("b")
	for v := range l.All() {
		fmt.Println(v)
	}
	var t *Tree[string, int]
	for i, k := range []string{"b", "a", "c"} {
		t = t.Insert(k, i)
	}
	fmt.Println(t.left.key, t.right.value)
	fmt.Println(Size(int32(1)), Size("x"), Show(myInt(3)))
	fmt.Printf("%T %T\n", Local(1), Local("x"))
	fmt.Println(slices.Sorted(maps.Keys(map[int]bool{3: true, 1: true})))
}
