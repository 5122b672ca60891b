// iota: skipping, expressions, several per line, implicit repetition, shadowing types.
package main

import "fmt"

type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
	_
	Thursday
)

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
	GB
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const (
	x = "s"
	y
	z = iota
	w
	v = 'x' + iota
	u
)

type Flag uint8

const (
	F0 Flag = 1 << iota
	F1
	F2
	FAll = F0 | F1 | F2
)

func (d Weekday) String() string { return [...]string{"Sun", "Mon", "Tue", "Wed", "Thu"}[d] }

const one = iota

func main() {
	fmt.Println(Sunday, Monday, Thursday, Thursday-1)
	fmt.Println(KB, MB, GB)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(x, y, z, w, v, u)
	fmt.Println(F0, F1, F2, FAll, ^F0, FAll&^F1)
	fmt.Printf("%T %T %T %d %v\n", Monday, F1, v, Tuesday, Tuesday)
	const (
		p = iota + iota
		q
		r = len("hello") + iota
	)
	fmt.Println(p, q, r, one)
	const iota = 7
	const k = iota
	fmt.Println(k)
}
