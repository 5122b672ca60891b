package objects

import "sync/atomic"

// Queue is Michael and Scott's queue: a linked list with a dummy at its head and a tail that may lag behind by one cell,
// which anyone who notices moves on. Make one with NewQueue.
type Queue[T any] struct {
	head, tail atomic.Pointer[queueCell[T]]
}

type queueCell[T any] struct {
	value T
	next  atomic.Pointer[queueCell[T]]
}

// NewQueue returns an empty queue.
func NewQueue[T any]() *Queue[T] {
	dummy := &queueCell[T]{}
	q := &Queue[T]{}
	q.head.Store(dummy)
	q.tail.Store(dummy)
	return q
}

// Enqueue puts value at the end. It takes effect where it links its cell.
func (q *Queue[T]) Enqueue(value T) {
	cell := &queueCell[T]{value: value}
	for {
		tail := q.tail.Load()
		next := tail.next.Load()
		if tail != q.tail.Load() {
			continue
		}
		if next != nil {
			q.tail.CompareAndSwap(tail, next)
			continue
		}
		if tail.next.CompareAndSwap(nil, cell) {
			q.tail.CompareAndSwap(tail, cell)
			return
		}
	}
}

// Dequeue takes the value at the front, or reports that there is none. It takes effect where it moves the head; an
// empty queue is seen where it reads what follows the head, but whether that counts is only decided by the check
// after it. That is why this queue is trace-equivalent, but not branching bisimilar, to an atomic one.
func (q *Queue[T]) Dequeue() (value T, ok bool) {
	for {
		head := q.head.Load()
		tail := q.tail.Load()
		next := head.next.Load()
		if head != q.head.Load() {
			continue
		}
		if head == tail {
			if next == nil {
				return value, false
			}
			q.tail.CompareAndSwap(tail, next)
			continue
		}
		value := next.value
		if q.head.CompareAndSwap(head, next) {
			return value, true
		}
	}
}
