// Stringer, error, GoStringer and Formatter, nested in structs, slices, maps, pointers; panicking and nil ones.
package main

import (
	"fmt"
	"strconv"
)

type P struct{ x, y int }

func (p P) String() string { return "P(" + strconv.Itoa(p.x) + "," + strconv.Itoa(p.y) + ")" }

type Q struct{ n int }

func (q *Q) String() string { return "Q" + strconv.Itoa(q.n) }

type E int

func (e E) Error() string  { return "E" + strconv.Itoa(int(e)) }
func (e E) String() string { return "never" }

type G struct{ a int }

func (G) GoString() string { return "G!" }

type F struct{ v int }

func (f F) Format(s fmt.State, verb rune) {
	w, wok := s.Width()
	p, pok := s.Precision()
	fmt.Fprintf(s, "<%c w=%d/%v p=%d/%v", verb, w, wok, p, pok)
	for _, c := range "+-# 0" {
		if s.Flag(int(c)) {
			fmt.Fprintf(s, " %c", c)
		}
	}
	s.Write([]byte(">"))
}

type Bad struct{}

func (Bad) String() string { panic("bad stringer") }

type BadErr struct{}

func (BadErr) Error() string { panic(fmt.Errorf("inner %d", 1)) }

type Wrap struct {
	P
	q  Q
	pq *Q
	e  E
}
type Outer struct {
	A P
	B *P
	i fmt.Stringer
}
type W2 struct{ X, Y P }

func main() {
	p := P{1, 2}
	fmt.Println(p, &p, []P{p}, map[P]P{p: p}, [1]P{p})
	fmt.Printf("%v %+v %s %d %#v %q %10s|%x\n", p, p, p, p, p, p, p, p)
	q := Q{3}
	fmt.Println(q, &q, []Q{q}, []*Q{&q}[0])
	fmt.Printf("%v %v %s\n", q, &q, &q)
	fmt.Println(E(4), []E{5}, map[string]E{"k": 6}, error(E(7)))
	fmt.Printf("%d %v %s %q %x\n", E(8), E(8), E(8), E(8), E(8))
	fmt.Printf("%v %#v %#v %#v\n", G{1}, G{1}, []G{{1}}, map[string]G{"a": {2}})
	fmt.Printf("%v %+d %-8.3x %#08s\n", F{1}, F{1}, F{1}, []F{{1}})
	fmt.Println(F{1}, Bad{}, BadErr{}, []any{Bad{}})
	fmt.Printf("%v %s %d %+v\n", Bad{}, Bad{}, Bad{}, struct{ B Bad }{})
	var np *P
	var ns fmt.Stringer
	var nq *Q
	fmt.Println(np, ns, []fmt.Stringer{nil, np})
	fmt.Printf("%v %s %+v\n", np, ns, np)
	fmt.Printf("%v %s\n", nq, nq)
	w := Wrap{p, q, nil, 9}
	fmt.Println(w)
	fmt.Printf("%v %+v %s\n", w, w, w)
	o := Outer{p, &p, &q}
	fmt.Printf("%v\n", Outer{A: p})
	fmt.Println(o.A, o.B, o.i)
	fmt.Printf("%v %+v\n", W2{p, p}, &W2{p, p})
	fmt.Printf("%#v\n", W2{p, p})
	fmt.Printf("%s|%v|%d\n", []any{p, &q, E(1)}, map[string]any{"a": p, "b": &q}, []any{p, E(2)})
}
