// Hand-written big-number arithmetic: factorial, Fibonacci, powers, division by small numbers.
package main

import (
	"fmt"
	"strings"
)

const base = 1_000_000_000

type big []uint32 // little endian

func fromInt(n uint64) (b big) {
	for ; n > 0; n /= base {
		b = append(b, uint32(n%base))
	}
	return
}
func (a big) add(b big) (c big) {
	if len(a) < len(b) {
		a, b = b, a
	}
	var carry uint32
	for i, x := range a {
		s := x + carry
		if i < len(b) {
			s += b[i]
		}
		carry = s / base
		c = append(c, s%base)
	}
	if carry > 0 {
		c = append(c, carry)
	}
	return
}
func (a big) mul(b big) big {
	c := make(big, len(a)+len(b))
	for i, x := range a {
		var carry uint64
		for j, y := range b {
			t := uint64(x)*uint64(y) + uint64(c[i+j]) + carry
			c[i+j] = uint32(t % base)
			carry = t / base
		}
		c[i+len(b)] += uint32(carry)
	}
	for len(c) > 0 && c[len(c)-1] == 0 {
		c = c[:len(c)-1]
	}
	return c
}
func (a big) divSmall(d uint32) (q big, r uint32) {
	q = make(big, len(a))
	var rem uint64
	for i := len(a) - 1; i >= 0; i-- {
		cur := rem*base + uint64(a[i])
		q[i] = uint32(cur / uint64(d))
		rem = cur % uint64(d)
	}
	for len(q) > 0 && q[len(q)-1] == 0 {
		q = q[:len(q)-1]
	}
	return q, uint32(rem)
}
func (a big) String() string {
	if len(a) == 0 {
		return "0"
	}
	var b strings.Builder
	fmt.Fprint(&b, a[len(a)-1])
	for i := len(a) - 2; i >= 0; i-- {
		fmt.Fprintf(&b, "%09d", a[i])
	}
	return b.String()
}
func pow(x big, n uint) big {
	r := fromInt(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.mul(x)
		}
		x = x.mul(x)
	}
	return r
}

func main() {
	f := fromInt(1)
	for i := uint64(2); i <= 50; i++ {
		f = f.mul(fromInt(i))
	}
	fmt.Println(f)
	a, b := fromInt(0), fromInt(1)
	for range 200 {
		a, b = b, a.add(b)
	}
	fmt.Println(a)
	fmt.Println(pow(fromInt(2), 256), pow(fromInt(3), 0))
	q, r := pow(fromInt(10), 40).divSmall(7)
	fmt.Println(q, r, q.mul(fromInt(7)).add(fromInt(uint64(r))))
	sum := 0
	for _, c := range pow(fromInt(2), 500).String() {
		sum += int(c - '0')
	}
	fmt.Println(sum)
}
