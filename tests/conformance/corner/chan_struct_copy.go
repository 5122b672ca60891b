// Values sent on channels are copies; pointers, slices and maps inside are shared; big arrays travel whole.
package main

import "fmt"

type big struct {
	arr [64]int
	s   []int
	m   map[string]int
	p   *int
}

func main() {
	n := 1
	b := big{s: []int{1}, m: map[string]int{}, p: &n}
	c := make(chan big, 2)
	b.arr[63] = 5
	c <- b
	b.arr[63] = 6
	b.s[0] = 2
	b.m["k"] = 3
	*b.p = 4
	c <- b
	x, y := <-c, <-c
	fmt.Println(x.arr[63], y.arr[63], x.s, y.m, *x.p, n)
	ac := make(chan [3]int)
	go func() {
		a := [3]int{1, 2, 3}
		ac <- a
		a[0] = 100
		ac <- a
		close(ac)
	}()
	first := <-ac
	for a := range ac {
		a[1] = 50
		fmt.Println(first, a)
	}
	fc := make(chan func() int, 1)
	k := 10
	fc <- func() int { k++; return k }
	f := <-fc
	f()
	fmt.Println(f(), k)
	sel := make(chan big, 1)
	var slot [2]big
	sel <- b
	select {
	case slot[1] = <-sel:
		slot[1].arr[0] = 77
	}
	fmt.Println(slot[1].arr[0], b.arr[0], slot[0].s == nil)
	z := make(chan struct{}, 3)
	z <- struct{}{}
	z <- struct{}{}
	fmt.Println(len(z), <-z == struct{}{})
	ic := make(chan any, 3)
	ic <- nil
	ic <- b.arr
	ic <- (*int)(nil)
	fmt.Println(<-ic == nil, (<-ic).([64]int)[63], <-ic == nil)
}
