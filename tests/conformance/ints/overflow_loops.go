// Hand-written checks of overflow, gcd, modular power and integer square root.
package main

import "fmt"

func addOverflows(a, b int32) bool {
	c := a + b
	return (c > a) != (b > 0)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func powmod(b, e, m uint64) uint64 {
	r := uint64(1)
	for b %= m; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = r * b % m
		}
		b = b * b % m
	}
	return r
}

func isqrt(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	x := n
	y := x/2 + x&1
	for y < x {
		x, y = y, (y+n/y)/2
	}
	return x
}

func reverse(n uint32) (r uint32) {
	for i := 0; i < 32; i++ {
		r = r<<1 | n&1
		n >>= 1
	}
	return
}

func main() {
	fmt.Println(addOverflows(1<<30, 1<<30), addOverflows(1, 2), addOverflows(-1<<31, -1))
	fmt.Println(gcd(1071, 462), gcd(1<<40, 6), gcd(0, 5))
	fmt.Println(powmod(2, 1000, 1000000007), powmod(3, 123456, 998244353))
	fmt.Println(isqrt(0), isqrt(99), isqrt(1<<62), isqrt(1<<64-1))
	fmt.Println(reverse(1), reverse(0xf0000000), reverse(12345))
	state := uint64(88172645463325252)
	for i := 0; i < 4; i++ {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		fmt.Println(state, int64(state), int32(state))
	}
}
