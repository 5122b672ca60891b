// Peano arithmetic on linked structures: deep recursion without loops.
package main

import "fmt"

type Num *Num

func zero() Num         { return nil }
func succ(n Num) Num    { m := new(Num); *m = n; return m }
func pred(n Num) Num    { return *n }
func isZero(n Num) bool { return n == nil }

func add(a, b Num) Num {
	if isZero(b) {
		return a
	}
	return add(succ(a), pred(b))
}
func mul(a, b Num) Num {
	if isZero(a) || isZero(b) {
		return zero()
	}
	return add(mul(a, pred(b)), a)
}
func fact(n Num) Num {
	if isZero(n) {
		return succ(zero())
	}
	return mul(fact(pred(n)), n)
}
func gen(n int) Num {
	if n > 0 {
		return succ(gen(n - 1))
	}
	return zero()
}
func count(n Num) int {
	if isZero(n) {
		return 0
	}
	return count(pred(n)) + 1
}

func main() {
	for i := range 8 {
		fmt.Println(i, "! =", count(fact(gen(i))))
	}
	fmt.Println(count(add(gen(1000), gen(2000))))
}
