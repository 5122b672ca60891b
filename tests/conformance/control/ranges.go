// Range over integers, arrays, array pointers, slices, strings, maps and channels: evaluation and mutation rules.
package main

import "fmt"

type T uint8

func gen() []int { fmt.Print("gen "); return []int{1, 2, 3} }

func main() {
	for i := range 3 {
		fmt.Print(i, " ")
	}
	n := 3
	for i := range n {
		n = 10
		i *= 2
		fmt.Print(i, " ")
	}
	for range 2 {
		fmt.Print("x ")
	}
	for i := range T(3) {
		fmt.Printf("%T%d ", i, i)
	}
	for range -5 {
		fmt.Print("never")
	}
	const c = 2
	for i := range c {
		fmt.Printf("%T ", i)
	}
	fmt.Println()
	for i, v := range gen() {
		fmt.Print(i, v, " ")
	}
	s := []int{1, 2, 3}
	for i, v := range s {
		s = append(s, v*10)
		s[2] = 50
		fmt.Print(i, ":", v, " ")
	}
	fmt.Println(s)
	s = []int{1, 2, 3}
	for i := range s {
		s[i] *= s[len(s)-1-i]
	}
	fmt.Println(s)
	a := [3]int{1, 2, 3}
	for i, v := range a {
		a[2] = 100
		if i == 2 {
			fmt.Print("copy ", v)
		}
	}
	for i, v := range a[:] {
		a[2] = 200
		if i == 2 {
			fmt.Print(" slice ", v)
		}
	}
	var np *[4]int
	for i := range np {
		fmt.Print(" ", i)
	}
	for range len(np) {
		fmt.Print(".")
	}
	fmt.Println()
	for i, r := range "aé\xff!" {
		fmt.Print(i, ":", string(r), " ")
	}
	var x struct{ i, v int }
	arr := [5]int{}
	for x.i, x.v = range []int{5, 6} {
		arr[x.i] = x.v
	}
	fmt.Println(x, arr)
	for arr[0] = range 4 {
	}
	idx := 0
	for idx, arr[idx] = range []int{7, 8, 9} {
	}
	fmt.Println(idx, arr)
	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	for v := range ch {
		fmt.Print(v, " ")
	}
	for range ch {
		fmt.Print("no")
	}
	sum := 0
	for k, v := range map[int]int{1: 2, 3: 4} {
		sum += k * v
	}
	fmt.Println(sum)
	s = []int{0, 1, 2, 3, 4, 5}
	for i := range s {
		if i == 2 {
			s = nil
		}
		fmt.Print(i)
	}
	fmt.Println(s == nil)
	defer func() { fmt.Println(recover()) }()
	for i, v := range np {
		fmt.Println(i, v)
	}
}
