// Producers and consumers over a hand-written bounded queue, a channel and a sync.Cond queue agree.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type queue interface {
	put(int)
	get() (int, bool)
	close()
}

type chanQ chan int

func (q chanQ) put(v int)        { q <- v }
func (q chanQ) get() (int, bool) { v, ok := <-q; return v, ok }
func (q chanQ) close()           { close(q) }

type condQ struct {
	sync.Mutex
	full, empty *sync.Cond
	buf         []int
	max         int
	done        bool
}

func newCondQ(n int) *condQ {
	q := &condQ{max: n}
	q.full, q.empty = sync.NewCond(q), sync.NewCond(&q.Mutex)
	return q
}
func (q *condQ) put(v int) {
	q.Lock()
	defer q.Unlock()
	for len(q.buf) == q.max {
		q.full.Wait()
	}
	q.buf = append(q.buf, v)
	q.empty.Signal()
}
func (q *condQ) get() (int, bool) {
	q.Lock()
	defer q.Unlock()
	for len(q.buf) == 0 && !q.done {
		q.empty.Wait()
	}
	if len(q.buf) == 0 {
		return 0, false
	}
	v := q.buf[0]
	q.buf = q.buf[1:]
	q.full.Signal()
	return v, true
}
func (q *condQ) close() {
	q.Lock()
	q.done = true
	q.Unlock()
	q.empty.Broadcast()
}

func run(q queue) (sum, n int) {
	var p, c sync.WaitGroup
	for i := range 2 {
		p.Go(func() {
			for j := range 5 {
				q.put(i*100 + j)
			}
		})
	}
	var mu sync.Mutex
	for range 3 {
		c.Go(func() {
			for {
				v, ok := q.get()
				if !ok {
					return
				}
				mu.Lock()
				sum += v
				n++
				mu.Unlock()
			}
		})
	}
	p.Wait()
	q.close()
	c.Wait()
	return
}

func main() {
	fmt.Println(run(make(chanQ)))
	fmt.Println(run(make(chanQ, 3)))
	fmt.Println(run(newCondQ(1)))
	fmt.Println(run(newCondQ(4)))
}
