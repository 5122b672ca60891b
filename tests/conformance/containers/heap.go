// container/heap: a priority queue with Fix and Remove, and Dijkstra on it.
package main

import (
	"container/heap"
	"fmt"
)

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

type item struct {
	val   string
	prio  int
	index int
}
type pq []*item

func (q pq) Len() int           { return len(q) }
func (q pq) Less(i, j int) bool { return q[i].prio > q[j].prio }
func (q pq) Swap(i, j int)      { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *pq) Push(x any)        { it := x.(*item); it.index = len(*q); *q = append(*q, it) }
func (q *pq) Pop() any          { o := *q; it := o[len(o)-1]; *q = o[:len(o)-1]; return it }

type edge struct{ to, w int }
type st struct{ node, d int }
type sts []st

func (h sts) Len() int           { return len(h) }
func (h sts) Less(i, j int) bool { return h[i].d < h[j].d }
func (h sts) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *sts) Push(x any)        { *h = append(*h, x.(st)) }
func (h *sts) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

func main() {
	h := &ints{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	heap.Push(h, 1)
	(*h)[0] = 10
	heap.Fix(h, 0)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	q := pq{}
	items := map[string]*item{}
	for i, s := range []string{"low", "mid", "high", "gone"} {
		items[s] = &item{val: s, prio: i}
		heap.Push(&q, items[s])
	}
	items["low"].prio = 99
	heap.Fix(&q, items["low"].index)
	heap.Remove(&q, items["gone"].index)
	for q.Len() > 0 {
		it := heap.Pop(&q).(*item)
		fmt.Print(it.val, ":", it.prio, " ")
	}
	fmt.Println()
	g := map[int][]edge{0: {{1, 4}, {2, 1}}, 2: {{1, 2}, {3, 7}}, 1: {{3, 1}}}
	dist := map[int]int{}
	f := &sts{{0, 0}}
	for f.Len() > 0 {
		s := heap.Pop(f).(st)
		if _, ok := dist[s.node]; ok {
			continue
		}
		dist[s.node] = s.d
		for _, e := range g[s.node] {
			heap.Push(f, st{e.to, s.d + e.w})
		}
	}
	fmt.Println(dist)
}
