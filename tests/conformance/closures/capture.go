// Closures capture variables, not values: counters, sharing, mutation after creation, nesting.
package main

import "fmt"

func counter() (inc, dec func() int, get func() int) {
	n := 0
	inc = func() int { n++; return n }
	dec = func() int { n--; return n }
	get = func() int { return n }
	return
}

func adders() (fs [3]func(int) int) {
	for i := range fs {
		fs[i] = func(x int) int { return x + i }
	}
	return
}

func accum(start int) func(...int) int {
	return func(xs ...int) int {
		for _, x := range xs {
			start += x
		}
		return start
	}
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

type T struct{ f func() string }

func main() {
	inc, dec, get := counter()
	inc()
	inc()
	dec()
	i2, _, g2 := counter()
	i2()
	fmt.Println(get(), g2())
	fs := adders()
	fmt.Println(fs[0](10), fs[1](10), fs[2](10), compose(fs[:]...)(0))
	a := accum(5)
	a(1, 2)
	fmt.Println(a(), a(10))
	x := 1
	f := func() int { return x }
	x = 2
	g := func() { x *= 10 }
	g()
	fmt.Println(f(), x)
	var fib func(int) int
	memo := map[int]int{}
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		if v, ok := memo[n]; ok {
			return v
		}
		memo[n] = fib(n-1) + fib(n-2)
		return memo[n]
	}
	fmt.Println(fib(50))
	t := T{}
	s := "init"
	t.f = func() string { return s + t2(&t) }
	s = "later"
	fmt.Println(t.f())
	arr := [2]int{1, 2}
	h := func() int { return arr[0] + arr[1] }
	arr[1] = 50
	fmt.Println(h())
	p := struct{ a, b int }{1, 2}
	func() { p.a, p.b = p.b, p.a }()
	fmt.Println(p)
	mk := func() func() func() int {
		n := 0
		return func() func() int { m := n; n += 10; return func() int { m++; n++; return m*1000 + n } }
	}
	c := mk()
	d, e := c(), c()
	fmt.Println(d(), e(), d(), e())
	func(fs ...func()) {
		for _, f := range fs {
			f()
		}
	}(func() { fmt.Print("a") }, func() { fmt.Println("b") })
	if v := func() int { return x }(); v > 1 {
		fmt.Println("iife", v)
	}
}

func t2(t *T) string { return fmt.Sprint(t.f != nil) }
