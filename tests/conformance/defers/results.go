// Deferred functions read and modify named results, also after a recovered panic.
package main

import (
	"errors"
	"fmt"
)

func a() (n int) {
	defer func() { n *= 2 }()
	return 21
}
func b() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	n = 5
	panic("oops")
}
func c() int {
	n := 1
	defer func() { n = 100 }()
	return n
}
func d() (s []int) {
	defer func() { s = append(s, len(s)) }()
	defer func() { s = append(s, 10) }()
	return []int{1, 2}
}
func e() (x, y int) {
	defer func() { x, y = y, x }()
	x, y = 1, 2
	return y * 10, x * 10
}
func f() (err error) {
	defer func() { err = errors.Join(err, errors.New("close")) }()
	return errors.New("work")
}
func g() (p *int) {
	n := 1
	defer func() { n = 7; *p++ }()
	return &n
}
func h() (r int) {
	defer func() { r = r*10 + 1 }()
	defer func() { recover(); r = r*10 + 2 }()
	r = 3
	var m map[int]int
	m[0] = 1
	return 9
}
func i() (n int) {
	for n = 0; n < 10; n++ {
		if n == 4 {
			defer func(k int) { n += k }(n * 100)
			return n
		}
	}
	return -1
}
func j() (res string) {
	defer func() { res += "|" + fmt.Sprint(recover()) }()
	func() {
		defer func() { res += "x" }()
		res = "set"
		panic(1)
	}()
	return "not reached"
}
func k() (n int) {
	n = 1
	func() {
		defer func() { n++ }()
		n := 50
		_ = n
	}()
	{
		n := n
		n++
		return n * 10
	}
}

func main() {
	fmt.Println(a())
	fmt.Println(b())
	fmt.Println(c())
	fmt.Println(d())
	fmt.Println(e())
	fmt.Println(f())
	fmt.Println(*g())
	fmt.Println(h())
	fmt.Println(i())
	fmt.Println(j())
	fmt.Println(k())
}
