// float32 arithmetic rounds to single precision after every operation.
package main

import "fmt"

func main() {
	var s float32
	var d float64
	for i := 1; i <= 1000; i++ {
		s += 1 / float32(i)
		d += 1 / float64(i)
	}
	fmt.Println(s, d, float32(d))
	a, b, c := float32(1e8), float32(1), float32(-1e8)
	t := a + b
	fmt.Println(t+c, a+c+b)
	x := float32(0.1)
	y := float32(0.2)
	fmt.Println(x+y, x*y, x/y, x-y, x+y == 0.3)
	m, n := 0.1, 0.2
	fmt.Println(m+n, m*n, m/n, m-n, m+n == 0.3)
	var f float32 = 1
	k := 0
	for f+1 != f && k < 40 {
		f *= 2
		k++
	}
	fmt.Println(f, k)
	e := 1.0
	for 1+e/2 != 1 {
		e /= 2
	}
	fmt.Println(e)
	f += 0.5
	f++
	f--
	fmt.Println(f, -f, +f)
	h := float32(1.0)
	for i := 0; i < 20; i++ {
		h = h*1.1 - 0.01
	}
	fmt.Println(h)
}
