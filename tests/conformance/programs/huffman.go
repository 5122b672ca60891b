// Huffman coding: tree building on a heap, encoding and decoding.
package main

import (
	"container/heap"
	"fmt"
	"sort"
)

type tree interface{ freq() int }
type leaf struct {
	f int
	r rune
}
type inner struct {
	f    int
	l, r tree
}

func (l leaf) freq() int   { return l.f }
func (n *inner) freq() int { return n.f }

type item struct {
	tree
	seq int
}
type th []item

func (h th) Len() int { return len(h) }
func (h th) Less(i, j int) bool {
	if h[i].freq() != h[j].freq() {
		return h[i].freq() < h[j].freq()
	}
	return h[i].seq < h[j].seq
}
func (h th) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *th) Push(x any)   { *h = append(*h, x.(item)) }
func (h *th) Pop() (x any) { x, *h = (*h)[len(*h)-1], (*h)[:len(*h)-1]; return }

func build(s string) tree {
	count := map[rune]int{}
	for _, r := range s {
		count[r]++
	}
	var rs []rune
	for r := range count {
		rs = append(rs, r)
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i] < rs[j] })
	h := &th{}
	seq := 0
	for _, r := range rs {
		*h = append(*h, item{leaf{count[r], r}, seq})
		seq++
	}
	heap.Init(h)
	for h.Len() > 1 {
		a, b := heap.Pop(h).(item), heap.Pop(h).(item)
		heap.Push(h, item{&inner{a.freq() + b.freq(), a.tree, b.tree}, seq})
		seq++
	}
	return heap.Pop(h).(item).tree
}

func codes(t tree, prefix string, out map[rune]string) {
	switch n := t.(type) {
	case leaf:
		out[n.r] = prefix
	case *inner:
		codes(n.l, prefix+"0", out)
		codes(n.r, prefix+"1", out)
	}
}

func main() {
	text := "abracadabra alakazam"
	t := build(text)
	cs := map[rune]string{}
	codes(t, "", cs)
	enc := ""
	for _, r := range text {
		enc += cs[r]
	}
	fmt.Println(cs)
	fmt.Println(enc, len(enc))
	var dec []rune
	cur := t
	for _, b := range enc {
		if b == '0' {
			cur = cur.(*inner).l
		} else {
			cur = cur.(*inner).r
		}
		if l, ok := cur.(leaf); ok {
			dec = append(dec, l.r)
			cur = t
		}
	}
	fmt.Println(string(dec) == text, t.freq())
}
