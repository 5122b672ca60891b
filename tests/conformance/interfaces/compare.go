// Interface comparison: dynamic types and values, mixed operands, and the uncomparable panic.
package main

import (
	"fmt"
	"runtime"
)

type T struct{ a int }
type U struct{ a int }
type I interface{ M() }

func (T) M()  {}
func (*U) M() {}

func try(f func() bool) {
	defer func() {
		if r := recover(); r != nil {
			_, re := r.(runtime.Error)
			fmt.Println("panic:", r, re)
		}
	}()
	fmt.Println(f())
}

func main() {
	var a, b any = 1, 1
	fmt.Println(a == b, a == 1, a == int8(1), 1 == a, a != "1")
	a, b = T{1}, T{1}
	fmt.Println(a == b, a == any(U{1}), a == T{1}, T{2} == a)
	var i I = T{1}
	u := &U{1}
	var j I = u
	fmt.Println(i == a, i == j, j == u, j == I(&U{1}), a == any(i))
	a, b = []int{1}, []int{1}
	try(func() bool { return a == b })
	try(func() bool { return a == any(1) })
	a, b = map[string]int{}, map[string]int{}
	try(func() bool { return a == b })
	a = func() {}
	try(func() bool { return a == a })
	a = [2]any{1, []int{}}
	try(func() bool { return a == a })
	b = [2]any{2, []int{}}
	try(func() bool { return a == b })
	a = struct{ x, y any }{1, func() {}}
	try(func() bool { return a == a })
	s := struct{ x any }{map[int]int{}}
	try(func() bool { return s == s })
	arr := [1]any{[]string{}}
	try(func() bool { return arr == arr })
	try(func() bool {
		switch a {
		case 1:
			return true
		case a:
			return false
		}
		return true
	})
	x, y := "ab", "a"
	y += "b"
	fmt.Println(any(x) == any(y), any(2.0) == any(2), any('a') == any(int32(97)), any(byte(1)) == any(uint8(1)), any(1i) == any(complex(0, 1)))
	c := make(chan int)
	var ro <-chan int = c
	fmt.Println(any(c) == any(c), any(ro) == any(c), ro == c)
}
