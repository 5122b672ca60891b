// What the compiler copies in its turn, beside calls that change it: operands of interface conversions and of select.
package main

import "fmt"

type point struct{ x, y int8 }

func main() {
	a, s := 1, "x"
	f := func() int { a += 5; return a }
	g := func() string { s += "y"; return s }

	// Of a size that is converted by address: copied at once. Others, and variables: read when all calls are done.
	fmt.Println(int8(a), f(), a == 6, f(), int64(a), a, point{int8(a), 2}, f())
	fmt.Println(s == g(), s == g(), len(s), g())
	var pair [2]any = [2]any{a > 16, f() > 20}
	fmt.Println(pair)

	// The channel and the value to send are copied, also by a select.
	c := make(chan int, 1)
	old := c
	select {
	case c <- func() int { c = nil; return a }():
		fmt.Println("sent", len(old))
	default:
		fmt.Println("nothing sent")
	}
	c, d := make(chan int, 1), make(chan int)
	select {
	case c <- a:
	case d <- f():
	}
	fmt.Println(<-c, a)
}
