// Slices share their backing array until append outgrows the capacity.
package main

import "fmt"

func mod(s []int)               { s[0] = 100; s = append(s, 7); s[1] = 200 }
func grow(s []int, n int) []int { return append(s, n) }

func main() {
	a := [6]int{0, 1, 2, 3, 4, 5}
	s, t := a[1:4], a[2:5]
	s[1] = 20
	fmt.Println(a, s, t, len(s), cap(s), len(t), cap(t))
	s = append(s, 40)
	fmt.Println(a, t)
	s = append(s, 50)
	s = append(s, 60)
	s[0] = -1
	fmt.Println(a, s)
	u := a[1:2:3]
	fmt.Println(len(u), cap(u))
	u = append(u, 11)
	u = append(u, 12)
	u[0] = 99
	fmt.Println(a, u)
	x := make([]int, 3, 10)
	y := append(x, 1)
	z := append(x, 2)
	fmt.Println(y, z, x[:4])
	mod(x)
	fmt.Println(x, x[:4])
	v := []int{1, 2}
	mod(v)
	fmt.Println(v)
	p := &x[1]
	*p = 77
	x = grow(x, 5)
	*p++
	fmt.Println(x, *p)
	b := x[:0]
	for _, e := range x {
		if e%2 == 1 {
			b = append(b, e)
		}
	}
	fmt.Println(b, x)
	full := x[:cap(x)]
	fmt.Println(len(full), full)
	mm := [][]int{{1}, {2}}
	mm2 := append([][]int(nil), mm...)
	mm2[0][0] = 9
	mm2[1] = nil
	fmt.Println(mm, mm2)
	w := x
	w = append(w[:1], w[2:]...)
	fmt.Println(w, x)
}
