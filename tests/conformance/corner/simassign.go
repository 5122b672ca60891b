// Simultaneous assignment of many variables, through calls, indexes, pointers, maps and channels.
package main

import "fmt"

var a, b, c, d, e = 0, 1, 2, 3, 4

func rot(n int) {
	for range n {
		a, b, c, d, e = b, c, d, e, a
	}
}
func swap(x, y int) (int, int)    { return y, x }
func three() (int, string, []int) { return 1, "two", []int{3} }
func idx(i *int) int              { *i++; return *i }

type S struct{ x, y *S }

func main() {
	rot(7)
	fmt.Println(a, b, c, d, e)
	a, b = swap(swap(a, b))
	c, d = swap(c, d)
	fmt.Println(a, b, c, d)
	arr := []int{0, 1, 2, 3, 4}
	for i := range len(arr) / 2 {
		j := len(arr) - 1 - i
		arr[i], arr[j] = arr[j], arr[i]
	}
	fmt.Println(arr)
	n := -1
	arr[idx(&n)], arr[idx(&n)], arr[idx(&n)] = 7, 8, 9
	fmt.Println(arr, n)
	var s string
	var sl []int
	a, s, sl = three()
	_, t, _ := three()
	fmt.Println(a, s, sl, t)
	p, q := &a, &b
	*p, *q = *q, *p
	p, q = q, p
	fmt.Println(a, b, *p, *q)
	m := map[int]int{1: 10, 2: 20}
	m[1], m[2], m[3] = m[2], m[3], m[1]
	fmt.Println(m)
	x := &S{}
	x.x, x.y = x, x.x
	x, x.x = nil, nil
	fmt.Println(x == nil)
	i := 2
	i, arr[i] = 0, 100
	arr[i], i = 200, 1
	fmt.Println(i, arr)
	ch := make(chan int, 2)
	ch <- 1
	ch <- 2
	f, g := <-ch, <-ch
	fmt.Println(f, g)
	var v1, ok1 = m[99]
	v2, ok2 := any(5).(string)
	fmt.Println(v1, ok1, v2 == "", ok2)
	fib := func() func() int {
		a, b := 0, 1
		return func() int { a, b = b, a+b; return a }
	}()
	fmt.Println(fib(), fib(), fib(), fib(), fib())
	_, _ = a, b
	var z [2]struct{ v int }
	z[0].v, z[1].v = 1, 2
	z[0], z[1] = z[1], z[0]
	fmt.Println(z)
}
