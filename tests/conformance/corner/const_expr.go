// Constant expressions folded at compile time must equal the same computed at run time.
package main

import "fmt"

func id[T any](v T) T { return v }

const (
	ca = 0xfedcba9876543210
	cb = -7
	cf = 1.0 / 3.0
	cs = "héllo"
)

func main() {
	a, b, f, s := id(uint64(ca)), id(cb), id(cf), id(cs)
	fmt.Println(uint64(ca)>>4 == a>>4, uint64(ca)&^0xff == a&^0xff, uint32(ca&0xffffffff) == uint32(a), ca%1000 == a%1000)
	fmt.Println(cb/2 == b/2, cb%2 == b%2, cb>>1 == b>>1, ^cb == ^b, -cb == -b, cb&0xf == b&0xf, cb|1 == b|1)
	fmt.Println(float32(cf) == float32(f), cf*3 == f*3, int(cf*3) == int(f*3), cf+cf == f+f)
	fmt.Println(len(cs) == len(s), cs[1] == s[1], cs+"x" == s+"x", cs < "i" == (s < "i"))
	const big = 1 << 62
	x := id(int64(big))
	fmt.Println(big/3 == x/3, big-1 == x-1, uint64(big)*2 == uint64(x)*2, int32(big>>40) == int32(x>>40))
	const r = 'é'
	y := id(r)
	fmt.Println(string(r) == string(y), r+1 == y+1, byte(r&0xff) == byte(y))
	const c = 3 + 4i
	z := id(c)
	fmt.Println(c*c == z*z, real(c) == real(z), c/2i == z/2i)
	const t = 1<<3 | 1<<5&^1<<4 ^ 0xf
	u := id(1)
	fmt.Println(t == u<<3|u<<5&^u<<4^0xf, t)
	const e = 1e3 + 0.5
	g := id(e)
	fmt.Println(e == g, int64(e*2) == int64(g*2), uint8(int(e-745.5)) == uint8(int(g-745.5)))
	fmt.Println(5.0 == id(5.0), 5 == id(5), 07 == id(7), 'a' == id('a'), 1_0 == id(10), 0b11 == id(3))
	fmt.Println(max(1, 2.5, 'a'), min("b", "a"), len([...]string{5: ""}), cap([3]int{}))
}
