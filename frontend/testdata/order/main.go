// In which order the operands of an expression are evaluated is partly for the compiler to choose. This prints what it
// chose; each line is a case.
package main

var (
	g  = 1
	s  = "a"
	xs = []int{1, 2, 3}
	p  = &pair{1, 2}
	q  = pair{1, 2}
	m  = map[int]int{1: 1}
	fv = func(n int) int { return n }
	st = stringer(one{})
	c  = make(chan int, 10)
)

var (
	initial1 = g + f()
	initial2 = []int{g, f(), g}
)

type pair struct{ a, b int }

func (p pair) sum(n int) int   { return p.a + p.b + n }
func (p *pair) psum(n int) int { return p.a + p.b + n }

type stringer interface{ str(int) string }

type one struct{}

func (one) str(int) string { return "one" }

type two struct{}

func (two) str(int) string { return "two" }

// f changes everything.
func f() int {
	g++
	s += "b"
	xs = []int{g, g, g}
	p = &pair{g, g}
	q = pair{g, g}
	m = map[int]int{1: g, 2: g, 3: g, 4: g, 5: g, 6: g, 7: g, 8: g}
	fv = func(n int) int { return n * 1000 }
	st = two{}
	return 1
}

func fs() string { f(); return "f" }

func reset() {
	g, s, xs, p, q = 1, "a", []int{1, 2, 3}, &pair{1, 2}, pair{1, 2}
	m = map[int]int{1: 1}
	fv = func(n int) int { return n }
	st = one{}
}

func three(a, b, c int) { println("three", a, b, c) }

func variadic(xs ...any) {
	for _, x := range xs {
		switch x := x.(type) {
		case int:
			print(x, " ")
		case string:
			print(x, " ")
		case pair:
			print(x.a, x.b, " ")
		}
	}
	println()
}

func results() (int, int, string) { return g, f(), s }

func named() (a, b int) { return g, f() }

func deferred() (a, b int) {
	defer func() { b *= 10 }()
	return g, f()
}

func binary() {
	reset()
	x := g + f()
	println("g + f()", x)
	reset()
	x = f() + g
	println("f() + g", x)
	reset()
	x = g + f() + g
	println("g + f() + g", x)
	reset()
	x = (g+1)*f() - g
	println("(g+1)*f() - g", x)
	reset()
	y := s + fs()
	println("s + fs()", y)
	reset()
	println("g == f()", g == f(), "s < fs()", s < fs())
	reset()
	x = p.a + f()
	println("p.a + f()", x)
	reset()
	x = q.a + f()
	println("q.a + f()", x)
	reset()
	x = xs[0] + f()
	println("xs[0] + f()", x)
	reset()
	x = xs[g] + f()
	println("xs[g] + f()", x)
	reset()
	x = m[1] + f()
	println("m[1] + f()", x)
	reset()
	x = len(s) + f()
	println("len(s) + f()", x)
	reset()
	x = max(g, 0) + f()
	println("max(g, 0) + f()", x)
	reset()
	x = -g + f()
	println("-g + f()", x)
	reset()
	z := float64(g) + float64(f())
	println("float64(g) + float64(f())", int(z))
	reset()
	b := g == 1 && f() == 1 && g == 2
	println("g == 1 && f() == 1 && g == 2", b)
}

func calls() {
	reset()
	three(g, f(), g)
	reset()
	three(f(), g, f())
	reset()
	println(fv(f()))
	reset()
	println(st.str(f()))
	reset()
	println(q.sum(f()))
	reset()
	println(p.psum(f()))
	reset()
	println(p.sum(f()))
	reset()
	variadic(g, f(), s, q)
	reset()
	variadic(q, s, f())
	reset()
	println(g, s, f(), s)
	reset()
	println(results())
	reset()
	println(named())
	reset()
	println(deferred())
	reset()
	func(a, b int) { println("literal", a, b) }(g, f())
	reset()
	defer func(a, b int) { println("deferred", a, b) }(g, f())
	reset()
	done := make(chan bool)
	go func(a, b int) { println("go", a, b); done <- true }(g, f())
	<-done
}

func literals() {
	reset()
	a := []int{g, f(), g}
	println("slice", a[0], a[1], a[2])
	reset()
	b := [...]int{g, f(), g}
	println("array", b[0], b[1], b[2])
	reset()
	d := pair{g, f()}
	println("struct", d.a, d.b)
	reset()
	e := &pair{g, f()}
	println("pointer", e.a, e.b)
	reset()
	q = pair{g, f()}
	println("assigned", q.a, q.b)
	reset()
	h := map[int]int{g: f(), g + 10: f()}
	for i := range 20 {
		if h[i] != 0 {
			println("map", i, h[i])
		}
	}
	reset()
	i := []pair{{g, f()}, {g, f()}}
	println("pairs", i[0].a, i[0].b, i[1].a, i[1].b)
	reset()
	j := []any{g, f(), s}
	println("any", j[0].(int), j[2].(string))
	reset()
	k := xs[:g+1+f()-1]
	println("sliced", len(k), k[0])
}

func assignments() {
	reset()
	g += f()
	println("g += f()", g)
	reset()
	x, y := g, f()
	println("x, y := g, f()", x, y)
	reset()
	xs[0] = f()
	println("xs[0] = f()", xs[0], xs[1])
	reset()
	p.a = f()
	println("p.a = f()", p.a, p.b)
	reset()
	m[9] = f()
	println("m[9] = f()", m[9], m[1], len(m))
	reset()
	arr := [5]int{}
	arr[g] = f()
	println("arr[g] = f()", arr[1], arr[2])
	reset()
	g, x = 7, g+f()
	println("g, x = 7, g+f()", g, x)
	reset()
	*(&g) = g + f()
	println("*&g = g + f()", g)
	reset()
	local := 1
	add := func() int { local += 10; return 1 }
	x = local + add()
	println("local + add()", x)
	x, y = local, add()
	println("local, add()", x, y)
	local, x = add(), local
	println("local, x = add(), local", local, x)
	reset()
	c <- g
	x = <-c + f() + g
	println("<-c + f() + g", x)
	reset()
	c <- 5
	x = g + <-c
	println("g + <-c", x)
	reset()
	c <- g + f()
	println("c <- g + f()", <-c)
	reset()
	if g < f() {
		println("g < f() is true")
	} else {
		println("g < f() is false")
	}
	reset()
	switch g {
	case f():
		println("switch: equal")
	default:
		println("switch: different")
	}
	reset()
	switch g + f() {
	case 2:
		println("switch: 2")
	case 3:
		println("switch: 3")
	}
	reset()
	var i any = g
	x = i.(int) + f()
	println("i.(int) + f()", x)
	reset()
	bs := []byte(s)
	x = len(string(bs)) + f()
	println("len(string(bs)) + f()", x)
}

func main() {
	println("initialisers", initial1, initial2[0], initial2[1], initial2[2])
	binary()
	calls()
	literals()
	assignments()
}
