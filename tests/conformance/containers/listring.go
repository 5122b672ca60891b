// container/list and container/ring.
package main

import (
	"container/list"
	"container/ring"
	"fmt"
)

func show(l *list.List) {
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(l.Len())
}

func main() {
	l := list.New()
	a := l.PushBack(1)
	b := l.PushBack("two")
	l.PushFront(0.5)
	l.InsertBefore('x', b)
	l.InsertAfter(nil, a)
	show(l)
	l.MoveToFront(b)
	l.MoveToBack(a)
	fmt.Println(l.Remove(b), l.Front().Value, l.Back().Value, b.Next() == nil)
	show(l)
	m := list.New()
	m.PushBackList(l)
	m.PushFrontList(l)
	show(m)
	for e := m.Back(); e != nil; e = e.Prev() {
		if e.Value == nil {
			m.Remove(e)
			break
		}
	}
	show(m)
	l.Init()
	show(l)
	var z list.List
	z.PushBack(7)
	show(&z)
	r := ring.New(4)
	for i := range r.Len() {
		r.Value = i
		r = r.Next()
	}
	r.Do(func(v any) { fmt.Print(v, " ") })
	r.Move(2).Do(func(v any) { fmt.Print(v, " ") })
	rem := r.Unlink(2)
	fmt.Println(r.Len(), rem.Len())
	r.Link(rem)
	sum := 0
	r.Do(func(v any) { sum += v.(int) })
	fmt.Println(sum, r.Prev().Value)
}
