// Recursive closures, mutual recursion, Y combinator, closures in data structures, currying, generators.
package main

import "fmt"

type rec func(rec) func(int) int

func curry(f func(a, b, c int) int) func(int) func(int) func(int) int {
	return func(a int) func(int) func(int) int {
		return func(b int) func(int) int {
			return func(c int) int { return f(a, b, c) }
		}
	}
}

func permutations(s []int, yield func([]int)) {
	var rec func(int)
	rec = func(i int) {
		if i == len(s) {
			yield(s)
			return
		}
		for j := i; j < len(s); j++ {
			s[i], s[j] = s[j], s[i]
			rec(i + 1)
			s[i], s[j] = s[j], s[i]
		}
	}
	rec(0)
}

func gen() func() (int, bool) {
	a, b := 0, 1
	return func() (int, bool) {
		r := a
		a, b = b, a+b
		return r, r < 100
	}
}

type machine struct {
	state func(*machine, byte)
	log   string
}

func idle(m *machine, c byte) {
	m.log += "i"
	if c == 'x' {
		m.state = busy
	}
}
func busy(m *machine, c byte) {
	m.log += "b"
	if c == 'y' {
		m.state = func(m *machine, c byte) { m.log += "t"; m.state = idle }
	}
}

func main() {
	y := func(f func(func(int) int) func(int) int) func(int) int {
		g := rec(func(r rec) func(int) int { return f(func(x int) int { return r(r)(x) }) })
		return g(g)
	}
	fmt.Println(y(func(self func(int) int) func(int) int {
		return func(n int) int {
			if n == 0 {
				return 1
			}
			return n * self(n-1)
		}
	})(10))
	fmt.Println(curry(func(a, b, c int) int { return a*100 + b*10 + c })(1)(2)(3))
	n := 0
	permutations([]int{1, 2, 3}, func(p []int) { n++; fmt.Print(p, " ") })
	fmt.Println(n)
	var even, odd func(int) bool
	even = func(n int) bool { return n == 0 || odd(n-1) }
	odd = func(n int) bool { return n != 0 && even(n-1) }
	fmt.Println(even(100), odd(7), even(7))
	next := gen()
	for v, ok := next(); ok; v, ok = next() {
		fmt.Print(v, " ")
	}
	fmt.Println()
	m := &machine{state: idle}
	for _, c := range []byte("axbyzx") {
		m.state(m, c)
	}
	fmt.Println(m.log)
	var ack func(m, n int) int
	ack = func(m, n int) int {
		switch {
		case m == 0:
			return n + 1
		case n == 0:
			return ack(m-1, 1)
		}
		return ack(m-1, ack(m, n-1))
	}
	fmt.Println(ack(2, 5))
}
