// The consumers look again after every wait.
package main

import "sync"

type queue struct {
	mu    sync.Mutex
	some  *sync.Cond
	items []int
}

func (q *queue) put(item int) {
	q.mu.Lock()
	q.items = append(q.items, item)
	q.some.Broadcast()
	q.mu.Unlock()
}

func (q *queue) take() int {
	q.mu.Lock()
	for len(q.items) == 0 {
		q.some.Wait()
	}
	item := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	return item
}

func main() {
	q := &queue{}
	q.some = sync.NewCond(&q.mu)
	var consumers sync.WaitGroup
	consumers.Go(func() { q.take() })
	consumers.Go(func() { q.take() })
	q.put(1)
	q.put(2)
	consumers.Wait()
}
