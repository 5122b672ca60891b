package objects

import "sync/atomic"

// ArrayQueue is Herlihy and Wing's queue: an array without end, here of a fixed size, a counter that hands out its slots,
// and a dequeue that searches from the front until it finds something. Make one with NewArrayQueue.
type ArrayQueue[T any] struct {
	back  atomic.Int64
	items []atomic.Pointer[T]
}

// NewArrayQueue returns an empty queue for at most size enqueues in its whole life.
func NewArrayQueue[T any](size int) *ArrayQueue[T] {
	return &ArrayQueue[T]{items: make([]atomic.Pointer[T], size)}
}

// Enqueue puts value into the queue. Which of its two steps takes effect depends on what others do later: this object
// has no fixed linearization points.
func (q *ArrayQueue[T]) Enqueue(value T) {
	slot := q.back.Add(1) - 1
	q.items[slot].Store(&value)
}

// Dequeue takes a value, and searches for as long as there is none.
func (q *ArrayQueue[T]) Dequeue() T {
	for {
		end := q.back.Load()
		for slot := range end {
			if found := q.items[slot].Swap(nil); found != nil {
				return *found
			}
		}
	}
}
