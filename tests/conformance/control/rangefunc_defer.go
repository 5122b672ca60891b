// Defer, recover, return and goto inside range-over-func bodies belong to the outer function.
package main

import "fmt"

func seq(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		defer fmt.Print("(iter done)")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func deferOrder() {
	defer fmt.Println("first registered")
	for i := range seq(2) {
		defer fmt.Println("in loop", i)
		for j := range seq(2) {
			defer func() { fmt.Println("nested", i, j) }()
		}
	}
	fmt.Println(" body end")
}

func recoverInBody() (s string) {
	for i := range seq(3) {
		defer func() {
			if r := recover(); r != nil {
				s = fmt.Sprint("recovered ", r, " at ", i)
			}
		}()
		if i == 1 {
			panic("boom")
		}
	}
	return "no panic"
}

func multi() (a int, err error) {
	defer func() { a *= 2 }()
	for i := range seq(10) {
		for j := range seq(10) {
			if i+j == 5 && i == 2 {
				return i*10 + j, fmt.Errorf("e%d", j)
			}
		}
	}
	return
}

func closureReturn() []int {
	var out []int
	add := func() bool {
		for i := range seq(4) {
			if i == 2 {
				return false
			}
			out = append(out, i)
		}
		return true
	}
	fmt.Print(add(), " ")
	return out
}

func labels() (out []string) {
outer:
	for i := range seq(3) {
		switch {
		case i == 1:
			continue outer
		}
	inner:
		for j := range seq(3) {
			for k := range seq(3) {
				if k == 1 {
					continue inner
				}
				if j == 2 {
					break outer
				}
				out = append(out, fmt.Sprint(i, j, k))
			}
		}
	}
	return
}

func mixed() (n int) {
	for i := range 3 {
		for v := range seq(3) {
			for range []int{1, 2} {
				if v == 1 {
					break
				}
				n += i + v
			}
			if v == 2 && i == 1 {
				goto done
			}
		}
	}
done:
	return n
}

func main() {
	deferOrder()
	fmt.Println(recoverInBody())
	fmt.Println(multi())
	fmt.Println(closureReturn())
	fmt.Println(labels())
	fmt.Println(mixed())
}
