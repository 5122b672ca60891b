package objects

import "sync/atomic"

// Stack is Treiber's stack: a linked list whose top is exchanged by compare-and-swap. The zero value is empty.
type Stack[T any] struct {
	top atomic.Pointer[stackCell[T]]
}

type stackCell[T any] struct {
	value T
	next  *stackCell[T]
}

// Push puts value on top. It takes effect at its successful compare-and-swap.
func (s *Stack[T]) Push(value T) {
	cell := &stackCell[T]{value: value}
	for {
		top := s.top.Load()
		cell.next = top
		if s.top.CompareAndSwap(top, cell) {
			return
		}
	}
}

// Pop takes the value on top, or reports that there is none. It takes effect at its successful compare-and-swap, or
// where it reads that the stack is empty.
func (s *Stack[T]) Pop() (value T, ok bool) {
	for {
		top := s.top.Load()
		if top == nil {
			return value, false
		}
		// The collector keeps the cell as long as we hold it, so its address cannot come back as another cell.
		if s.top.CompareAndSwap(top, top.next) {
			return top.value, true
		}
	}
}
