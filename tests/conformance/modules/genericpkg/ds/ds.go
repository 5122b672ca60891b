// Package ds has generic data structures.
package ds

// Stack is a LIFO.
type Stack[T any] struct{ items []T }

// Push adds.
func (s *Stack[T]) Push(vs ...T) { s.items = append(s.items, vs...) }

// Pop removes.
func (s *Stack[T]) Pop() T {
	v := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v
}

// Len counts.
func (s Stack[T]) Len() int { return len(s.items) }

// All iterates.
func (s *Stack[T]) All(yield func(T) bool) {
	for _, v := range s.items {
		if !yield(v) {
			return
		}
	}
}

// Lesser orders itself.
type Lesser[T any] interface{ Less(T) bool }

// Tree is a binary search tree.
type Tree[T Lesser[T]] struct{ root *node[T] }
type node[T Lesser[T]] struct {
	v    T
	l, r *node[T]
}

// NewTree makes one.
func NewTree[T Lesser[T]]() *Tree[T] { return &Tree[T]{} }

// Insert adds.
func (t *Tree[T]) Insert(v T) {
	p := &t.root
	for *p != nil {
		if v.Less((*p).v) {
			p = &(*p).l
		} else {
			p = &(*p).r
		}
	}
	*p = &node[T]{v: v}
}

// Slice lists in order.
func (t *Tree[T]) Slice() (out []T) {
	var walk func(*node[T])
	walk = func(n *node[T]) {
		if n != nil {
			walk(n.l)
			out = append(out, n.v)
			walk(n.r)
		}
	}
	walk(t.root)
	return
}

// Pair is two values.
type Pair[A, B any] struct {
	First  A
	Second B
}

// MapKeys renames keys.
func MapKeys[M ~map[K]V, K, L comparable, V any](m M, f func(K) L) map[L]V {
	out := make(map[L]V, len(m))
	for k, v := range m {
		out[f(k)] = v
	}
	return out
}

var counts = map[any]int{}

// Counter counts calls, all instances together.
func Counter[T comparable](key T) int {
	counts["all"]++
	counts[key]++
	return counts["all"]*10 + counts[key]
}

// Event is a list of listeners.
type Event[T any] struct {
	next int
	subs map[int]func(T)
}

// NewEvent makes one.
func NewEvent[T any]() *Event[T] { return &Event[T]{subs: map[int]func(T){}} }

// On adds a listener and returns its removal.
func (e *Event[T]) On(f func(T)) (off func()) {
	id := e.next
	e.next++
	e.subs[id] = f
	return func() { delete(e.subs, id) }
}

// Emit calls the listeners in order.
func (e *Event[T]) Emit(v T) {
	for i := range e.next {
		if f := e.subs[i]; f != nil {
			f(v)
		}
	}
}
