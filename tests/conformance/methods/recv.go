// Methods on every kind of named type, nil receivers, methods with variadics and results, recursion types.
package main

import "fmt"

type Int int
type Str string
type Slice []int
type Arr [2]int
type Map map[string]int
type Chan chan int
type Fn func(...int) int
type List struct {
	v    int
	next *List
}

func (i Int) Add(j Int) Int    { return i + j }
func (i *Int) Incr()           { *i++ }
func (s Str) Len() int         { return len(s) }
func (s *Slice) Push(v ...int) { *s = append(*s, v...) }
func (s Slice) Sum() (t int) {
	for _, v := range s {
		t += v
	}
	return
}
func (a Arr) Swap() Arr         { a[0], a[1] = a[1], a[0]; return a }
func (a *Arr) SwapIn()          { a[0], a[1] = a[1], a[0] }
func (m Map) Has(k string) bool { _, ok := m[k]; return ok }
func (c Chan) TrySend(v int) bool {
	select {
	case c <- v:
		return true
	default:
		return false
	}
}
func (f Fn) Call(a ...int) int {
	if f == nil {
		return -1
	}
	return f(a...)
}
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return 1 + l.next.Len()
}
func (l *List) Cons(v int) *List   { return &List{v, l} }
func (*List) Anon(_ int, _ string) {}
func (l *List) Each(f func(int)) {
	for ; l != nil; l = l.next {
		f(l.v)
	}
}

func main() {
	var i Int = 3
	i.Incr()
	(&i).Incr()
	fmt.Println(i.Add(4).Add(1), Int(2).Add(i))
	fmt.Println(Str("héy").Len(), Str("a"+"b").Len())
	var s Slice
	s.Push(1, 2)
	s.Push()
	s.Push(s...)
	fmt.Println(s, s.Sum(), Slice{5}.Sum(), Slice(nil).Sum())
	a := Arr{1, 2}
	fmt.Println(a.Swap(), a)
	a.SwapIn()
	fmt.Println(a)
	fmt.Println(Map{"x": 0}.Has("x"), Map(nil).Has("x"))
	c := make(Chan, 1)
	fmt.Println(c.TrySend(1), c.TrySend(2), <-c)
	fmt.Println(Fn(nil).Call(1), Fn(func(a ...int) int { return len(a) }).Call(1, 2, 3))
	var l *List
	l = l.Cons(1).Cons(2).Cons(3)
	l.Anon(1, "")
	n := 0
	l.Each(func(v int) { n = n*10 + v })
	fmt.Println(l.Len(), n, (*List)(nil).Len())
	ps := []*Int{&i}
	ps[0].Incr()
	m := map[string]*Slice{"a": {}}
	m["a"].Push(9)
	fmt.Println(i, *m["a"])
}
