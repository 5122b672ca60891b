// Untyped constants: arbitrary precision, default types, conversion and mixed arithmetic.
package main

import (
	"fmt"
	"math"
)

const (
	Huge  = 1 << 100
	Small = Huge >> 98
	Third = 1.0 / 3
	Big   = 1e1000 / 1e997
	Mask  = ^uint32(0)
	Neg   = -5 % 3
	Str   = "con" + "cat"
	T     = 1 < 2 && Str != ""
	R     = 'a' + 1
	C     = 2i * 2i
)

type myint int
type mystr string

const typed myint = 10
const ms mystr = "x"

func main() {
	fmt.Println(Small, Third, Big, Mask, Neg, Str, T, R, C)
	fmt.Printf("%T %T %T %T %T %T %T\n", Small, Third, Mask, Str, T, R, C)
	fmt.Println(Huge/(Huge-1), float64(Huge), Huge/1e20)
	fmt.Println(5/2, 5.0/2, 5/2.0, 7/2*2.0, 1/2+1/2.0)
	var f float32 = 1 << 10
	var i int = 1e3
	var by byte = 'A'
	var c complex64 = 7
	var d = 'x' - '0'
	fmt.Println(f, i, by, c, d, string(rune(R)))
	fmt.Printf("%T %T %v\n", typed+5, ms+"y", typed/3)
	const l = len([10]int{})
	const n = len("héllo")
	var arr [l + n]int
	fmt.Println(len(arr), cap(arr), math.MaxUint64/10.0)
	const prec = 0.1 + 0.2
	x, y := 0.1, 0.2
	fmt.Println(prec == 0.3, x+y == prec, prec)
	fmt.Println(math.Pi*1e15, float32(math.Pi), math.MaxInt64, uint64(math.MaxUint64))
	const big = 1_000_000_007 * 1_000_000_009
	fmt.Println(big%1000, big/1_000_000_007, 0x1p-2, 0x1.8p1, 1e-3)
	var iface any = 1 << 3
	var fl any = 2.0 * 3
	fmt.Printf("%T %T %T\n", iface, fl, 1.0<<3 == 8)
}
