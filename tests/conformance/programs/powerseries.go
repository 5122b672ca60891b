// Power series as channels of rationals: addition, multiplication, substitution, integration.
//
//conformance:seeds 50
package main

import "fmt"

type rat struct{ n, d int64 }

func gcd(a, b int64) int64 {
	if b == 0 {
		if a < 0 {
			return -a
		}
		return a
	}
	return gcd(b, a%b)
}
func mk(n, d int64) rat {
	if d < 0 {
		n, d = -n, -d
	}
	if g := gcd(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return rat{n, d}
}
func (a rat) add(b rat) rat { return mk(a.n*b.d+b.n*a.d, a.d*b.d) }
func (a rat) mul(b rat) rat { return mk(a.n*b.n, a.d*b.d) }
func (a rat) String() string {
	if a.d == 1 {
		return fmt.Sprint(a.n)
	}
	return fmt.Sprint(a.n, "/", a.d)
}

type series <-chan rat

var done = make(chan struct{})

func source(f func(out func(rat) bool)) series {
	c := make(chan rat)
	go f(func(r rat) bool {
		select {
		case c <- r:
			return true
		case <-done:
			return false
		}
	})
	return c
}
func get(s series) rat {
	select {
	case r := <-s:
		return r
	case <-done:
		return rat{0, 1}
	}
}
func ones() series {
	return source(func(out func(rat) bool) {
		for out(rat{1, 1}) {
		}
	})
}
func add(a, b series) series {
	return source(func(out func(rat) bool) {
		for out(get(a).add(get(b))) {
		}
	})
}
func mul(a, b series) series {
	return source(func(out func(rat) bool) {
		var as, bs []rat
		for {
			as, bs = append(as, get(a)), append(bs, get(b))
			sum := rat{0, 1}
			for i := range as {
				sum = sum.add(as[i].mul(bs[len(bs)-1-i]))
			}
			if !out(sum) {
				return
			}
		}
	})
}
func integrate(a series, c rat) series {
	return source(func(out func(rat) bool) {
		if !out(c) {
			return
		}
		for i := int64(1); out(get(a).mul(mk(1, i))); i++ {
		}
	})
}
func exp() series {
	loop := make(chan rat, 1)
	s := integrate(loop, rat{1, 1})
	return source(func(out func(rat) bool) {
		for {
			r := get(s)
			select {
			case loop <- r:
			case <-done:
				return
			}
			if !out(r) {
				return
			}
		}
	})
}
func show(name string, s series, n int) {
	fmt.Print(name, ":")
	for range n {
		fmt.Print(" ", <-s)
	}
	fmt.Println()
}

func main() {
	show("ones", ones(), 5)
	show("add", add(ones(), ones()), 5)
	show("mul", mul(ones(), ones()), 6)
	show("int", integrate(ones(), rat{0, 1}), 5)
	show("exp", exp(), 7)
	show("exp*exp", mul(exp(), exp()), 5)
	close(done)
}
