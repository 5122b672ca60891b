// Generic closures, recursion with growing stacks, instantiated globals, static-like counters, channels, aliases.
package main

import (
	"fmt"
	"sort"
)

type Ordered interface{ ~int | ~string | ~float64 }

func SortBy[T any, K Ordered](xs []T, key func(T) K) []T {
	out := append([]T(nil), xs...)
	sort.SliceStable(out, func(i, j int) bool { return key(out[i]) < key(out[j]) })
	return out
}

func Memo[K comparable, V any](f func(K) V) func(K) V {
	m := map[K]V{}
	return func(k K) V {
		v, ok := m[k]
		if !ok {
			v = f(k)
			m[k] = v
		}
		return v
	}
}

type Cache[K comparable, V any] struct {
	data  map[K]V
	order []K
	cap   int
	onDel func(K, V)
}

func NewCache[K comparable, V any](n int, f func(K, V)) *Cache[K, V] {
	return &Cache[K, V]{data: make(map[K]V), cap: n, onDel: f}
}
func (c *Cache[K, V]) Put(k K, v V) {
	if _, ok := c.data[k]; !ok {
		if len(c.order) == c.cap {
			old := c.order[0]
			c.order = c.order[1:]
			c.onDel(old, c.data[old])
			delete(c.data, old)
		}
		c.order = append(c.order, k)
	}
	c.data[k] = v
}

func Gen[T any](vs ...T) <-chan T {
	c := make(chan T)
	go func() {
		defer close(c)
		for _, v := range vs {
			c <- v
		}
	}()
	return c
}
func Collect[T any](c <-chan T) (out []T) {
	for v := range c {
		out = append(out, v)
	}
	return
}

type Either[L, R any] interface{ Match(func(L), func(R)) }
type left[L, R any] struct{ v L }
type right[L, R any] struct{ v R }

func (l left[L, R]) Match(f func(L), _ func(R))  { f(l.v) }
func (r right[L, R]) Match(_ func(L), g func(R)) { g(r.v) }

type Matrix[T ~int | ~float64] [][]T

func (m Matrix[T]) Mul(n Matrix[T]) Matrix[T] {
	out := make(Matrix[T], len(m))
	for i := range m {
		out[i] = make([]T, len(n[0]))
		for j := range n[0] {
			for k := range n {
				out[i][j] += m[i][k] * n[k][j]
			}
		}
	}
	return out
}

type Alias[T any] = map[string][]T

func depth[T any](n int, v T) string {
	if n == 0 {
		return fmt.Sprintf("%T", v)
	}
	return depth(n-1, v)
}
func local[T any](v T) any {
	type wrap struct{ inner T }
	return wrap{v}
}

func main() {
	fmt.Println(SortBy([]string{"ccc", "a", "bb"}, func(s string) int { return len(s) }))
	calls := 0
	sq := Memo(func(i int) int { calls++; return i * i })
	fmt.Println(sq(4), sq(4), sq(5), calls)
	c := NewCache(2, func(k string, v int) { fmt.Println("evict", k, v) })
	c.Put("a", 1)
	c.Put("b", 2)
	c.Put("a", 3)
	c.Put("c", 4)
	fmt.Println(len(c.data), c.order)
	fmt.Println(Collect(Gen(1, 2, 3)), Collect(Gen("x")))
	for _, e := range []Either[int, string]{left[int, string]{5}, right[int, string]{"r"}} {
		e.Match(func(i int) { fmt.Println("L", i) }, func(s string) { fmt.Println("R", s) })
	}
	m := Matrix[int]{{1, 2}, {3, 4}}
	fmt.Println(m.Mul(m), Matrix[float64]{{.5}}.Mul(Matrix[float64]{{4}}))
	a := Alias[int]{"k": {1}}
	fmt.Printf("%T %v %s\n", a, a, depth(3, struct{ X *int }{}))
	fmt.Println(local(1) == local(1), local(1) == local("1"), local(1) == any(local(2)))
}
