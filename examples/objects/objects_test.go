package objects

import (
	"sync"
	"testing"
)

// Everything that is put is taken once, whoever takes it.
func TestWhatGoesInComesOut(t *testing.T) {
	const threads, each = 4, 500
	stack := &Stack[int]{}
	queue := NewQueue[int]()
	array := NewArrayQueue[int](threads * each)
	for name, object := range map[string]struct {
		put  func(int)
		take func() (int, bool)
	}{
		"stack":      {stack.Push, stack.Pop},
		"queue":      {queue.Enqueue, queue.Dequeue},
		"arrayQueue": {array.Enqueue, func() (int, bool) { return array.Dequeue(), true }},
	} {
		t.Run(name, func(t *testing.T) {
			taken := make([][]int, threads)
			var group sync.WaitGroup
			for thread := range threads {
				group.Go(func() {
					for i := range each {
						object.put(thread*each + i)
						for {
							if value, ok := object.take(); ok {
								taken[thread] = append(taken[thread], value)
								break
							}
						}
					}
				})
			}
			group.Wait()
			seen := make([]bool, threads*each)
			for _, values := range taken {
				for _, value := range values {
					if seen[value] {
						t.Fatalf("%d was taken twice", value)
					}
					seen[value] = true
				}
			}
			for value, ok := range seen {
				if !ok {
					t.Errorf("%d was never taken", value)
				}
			}
		})
	}
}

// Values leave a queue in the order in which one goroutine put them, and a stack in the opposite one.
func TestOrder(t *testing.T) {
	stack := &Stack[int]{}
	queue := NewQueue[int]()
	array := NewArrayQueue[int](3)
	for i := range 3 {
		stack.Push(i)
		queue.Enqueue(i)
		array.Enqueue(i)
	}
	for i := range 3 {
		if got, ok := stack.Pop(); !ok || got != 2-i {
			t.Errorf("Pop = %d, %v; want %d", got, ok, 2-i)
		}
		if got, ok := queue.Dequeue(); !ok || got != i {
			t.Errorf("Queue.Dequeue = %d, %v; want %d", got, ok, i)
		}
		if got := array.Dequeue(); got != i {
			t.Errorf("ArrayQueue.Dequeue = %d; want %d", got, i)
		}
	}
	if _, ok := stack.Pop(); ok {
		t.Error("Pop found something in an empty stack")
	}
	if _, ok := queue.Dequeue(); ok {
		t.Error("Dequeue found something in an empty queue")
	}
}

// The swap happens only with the flag set, and always tells what the cell held.
func TestCCAS(t *testing.T) {
	c := NewCCAS(0)
	for _, step := range []struct {
		flag               bool
		expected, replaced int
		held               int
	}{
		{false, 0, 1, 0}, // the flag is not set: nothing happens
		{true, 1, 2, 0},  // the cell holds something else
		{true, 0, 1, 0},
		{true, 1, 2, 1},
		{true, 0, 1, 2},
	} {
		c.SetFlag(step.flag)
		if got := c.Swap(step.expected, step.replaced); got != step.held {
			t.Errorf("Swap(%d, %d) = %d; want %d", step.expected, step.replaced, got, step.held)
		}
	}
}

func TestCCASUnderContention(t *testing.T) {
	c := NewCCAS(0)
	c.SetFlag(true)
	var group sync.WaitGroup
	var wins [4]int
	for thread := range 4 {
		group.Go(func() {
			for i := range 1000 {
				if c.Swap(i, i+1) == i {
					wins[thread]++
				}
			}
		})
	}
	group.Wait()
	total := 0
	for _, won := range wins {
		total += won
	}
	if last := c.Swap(-1, 0); total != last {
		t.Errorf("%d swaps succeeded, but the cell counted to %d", total, last)
	}
}
