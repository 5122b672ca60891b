// An LRU cache with a doubly linked list and a map.
package main

import "fmt"

type entry[K comparable, V any] struct {
	key        K
	val        V
	prev, next *entry[K, V]
}

type LRU[K comparable, V any] struct {
	cap          int
	m            map[K]*entry[K, V]
	root         entry[K, V]
	hits, misses int
}

func New[K comparable, V any](cap int) *LRU[K, V] {
	l := &LRU[K, V]{cap: cap, m: map[K]*entry[K, V]{}}
	l.root.prev, l.root.next = &l.root, &l.root
	return l
}
func (l *LRU[K, V]) unlink(e *entry[K, V]) { e.prev.next, e.next.prev = e.next, e.prev }
func (l *LRU[K, V]) front(e *entry[K, V]) {
	e.prev, e.next = &l.root, l.root.next
	e.prev.next, e.next.prev = e, e
}
func (l *LRU[K, V]) Get(k K) (v V, ok bool) {
	e, ok := l.m[k]
	if !ok {
		l.misses++
		return
	}
	l.hits++
	l.unlink(e)
	l.front(e)
	return e.val, true
}
func (l *LRU[K, V]) Put(k K, v V) {
	if e, ok := l.m[k]; ok {
		e.val = v
		l.unlink(e)
		l.front(e)
		return
	}
	if len(l.m) == l.cap {
		old := l.root.prev
		l.unlink(old)
		delete(l.m, old.key)
	}
	e := &entry[K, V]{key: k, val: v}
	l.m[k] = e
	l.front(e)
}
func (l *LRU[K, V]) Keys() (ks []K) {
	for e := l.root.next; e != &l.root; e = e.next {
		ks = append(ks, e.key)
	}
	return
}

func main() {
	c := New[string, int](3)
	for i, k := range []string{"a", "b", "c", "a", "d", "e", "a"} {
		if _, ok := c.Get(k); !ok {
			c.Put(k, i)
		}
		fmt.Println(k, c.Keys())
	}
	fmt.Println(c.hits, c.misses, len(c.m))
}
