// Method values from interfaces, embedded interfaces, generics and pointers; equality with nil; storage in maps.
package main

import (
	"fmt"
	"strings"
)

type Op interface{ Do(int) int }
type Add int
type Mul struct{ k int }

func (a Add) Do(x int) int  { return x + int(a) }
func (m *Mul) Do(x int) int { m.k++; return x * m.k }

type Wrap struct {
	Op
	pre func(int) int
}

func (w Wrap) Run(x int) int { return w.Do(w.pre(x)) }

type Stack[T any] struct{ xs []T }

func (s *Stack[T]) Push(x T) int { s.xs = append(s.xs, x); return len(s.xs) }
func (s Stack[T]) Each(f func(T)) {
	for _, x := range s.xs {
		f(x)
	}
}

func pipeline(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func main() {
	m := &Mul{1}
	ops := []Op{Add(5), m, Wrap{Op: Add(1)}}
	var fs []func(int) int
	for _, o := range ops {
		fs = append(fs, o.Do)
	}
	m.k = 10
	fmt.Println(fs[0](1), fs[1](1), fs[2](1), m.k)
	fmt.Println(pipeline(fs...)(0), pipeline(Add(3).Do, m.Do)(1))
	w := Wrap{m, Add(100).Do}
	run := w.Run
	w.pre = nil
	fmt.Println(run(0), w.pre == nil, run != nil)
	var s Stack[string]
	push := s.Push
	push("a")
	push("b")
	each := s.Each
	push("c")
	var out []string
	each(func(x string) { out = append(out, x) })
	fmt.Println(out, len(s.xs))
	var sb strings.Builder
	write := sb.WriteString
	write("x")
	write("y")
	fmt.Println(sb.String())
	table := map[string]func(Op, int) int{"do": Op.Do}
	fmt.Println(table["do"](Add(2), 3), (*Mul).Do(&Mul{4}, 2), Wrap.Do(Wrap{Op: Add(9)}, 1))
	f := fmt.Sprintf
	fmt.Println(f("%d-%s", 1, "z"), func(g func(...any) string) string { return g("a", 1) }(fmt.Sprint))
	up := strings.ToUpper
	fmt.Println(up("abc"), strings.Map(func(r rune) rune { return r + 1 }, "HAL"))
}
