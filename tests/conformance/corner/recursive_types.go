// Recursive types: slices of themselves, functions returning themselves, maps of maps, mutually recursive structs.
package main

import "fmt"

type S []S
type M map[string]M
type F func(int) F
type C chan C
type P *P
type A struct {
	b *B
	n int
}
type B struct{ as []A }
type I interface{ Next() I }
type N int

func (n N) Next() I {
	if n == 0 {
		return nil
	}
	return n - 1
}

func count(s S) int {
	n := 1
	for _, x := range s {
		n += count(x)
	}
	return n
}

func depth(m M) int {
	d := 0
	for _, v := range m {
		d = max(d, depth(v))
	}
	return d + 1
}

type state func(*lexer) state
type lexer struct {
	in  string
	pos int
	out []string
}

func text(l *lexer) state {
	start := l.pos
	for l.pos < len(l.in) && l.in[l.pos] != '{' {
		l.pos++
	}
	if l.pos > start {
		l.out = append(l.out, "T:"+l.in[start:l.pos])
	}
	if l.pos == len(l.in) {
		return nil
	}
	return action
}
func action(l *lexer) state {
	start := l.pos
	for l.in[l.pos] != '}' {
		l.pos++
	}
	l.pos++
	l.out = append(l.out, "A:"+l.in[start:l.pos])
	return text
}

func main() {
	fmt.Println(count(S{nil, {nil, {}}, S{}}), S{{}, {nil}})
	fmt.Println(depth(M{"a": {"b": {"c": nil}}, "d": {}}), M{"x": {"y": nil}})
	var sum int
	var f F
	f = func(n int) F { sum += n; return f }
	f(1)(2)(3)
	fmt.Println(sum)
	c := make(C, 1)
	c <- c
	fmt.Println(<-c == c)
	var p P
	p = &p
	fmt.Println(*p == p, **p == p)
	a := A{n: 1}
	a.b = &B{[]A{a, {n: 2}}}
	a.b.as[0].b = a.b
	fmt.Println(a.b.as[0].b.as[1].n)
	k := 0
	for i := I(N(5)); i != nil; i = i.Next() {
		k++
	}
	fmt.Println(k)
	l := &lexer{in: "hi {name}, you{x}{y} end"}
	for s := state(text); s != nil; {
		s = s(l)
	}
	fmt.Printf("%q\n", l.out)
}
