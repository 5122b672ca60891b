// Slice to array and slice to array pointer conversions, with their panics.
package main

import "fmt"

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

type quad [4]byte

func main() {
	s := []byte{1, 2, 3, 4, 5}
	a := [4]byte(s)
	p := (*[4]byte)(s)
	q := quad(s)
	s[0] = 100
	fmt.Println(a, *p, q, len(p))
	p[1] = 99
	fmt.Println(s, a)
	pp := (*quad)(s[1:])
	pp[3] = 55
	fmt.Println(s, *pp)
	try(func() { _ = [6]byte(s) })
	try(func() { _ = (*[9]byte)(s) })
	try(func() { _ = [2]byte(s[:1]) })
	var n []int
	e := []int{}
	fmt.Println((*[0]int)(n) == nil, (*[0]int)(e) == nil, [0]int(n))
	try(func() { _ = (*[1]int)(n) })
	sum := 0
	for _, v := range *(*[3]byte)(s[2:]) {
		sum += int(v)
	}
	fmt.Println(sum)
	for i := range (*[2]byte)(s) {
		(*[2]byte)(s)[i] = byte(i)
	}
	fmt.Println(s, p[:2:3], cap(p[:2:3]))
}
