// make of slices: lengths, capacities, constants of other types, and the out-of-range panics.
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

func main() {
	n, neg := 3, -1
	var u8 uint8 = 5
	var i64 int64 = 7
	fmt.Println(len(make([]int, n)), cap(make([]int, n, u8)), len(make([]string, u8, i64)), make([]bool, 2.0), len(make([]int, 'a')))
	try(func() { _ = make([]int, neg) })
	try(func() { _ = make([]int, 1, neg) })
	try(func() { _ = make([]int, n, n-1) })
	try(func() { _ = make([]int64, 1<<62-n+n) })
	var huge uint64 = 1 << 63
	try(func() { _ = make([]byte, huge) })
	try(func() { fmt.Println(len(make([]struct{}, 1<<30+n))) })
	try(func() { _ = make(chan int, neg) })
	try(func() { fmt.Println(len(make(map[int]int, neg))) })
	s := make([][]int, n)
	for i := range s {
		s[i] = make([]int, i+1)
		for j := range s[i] {
			s[i][j] = i * j
		}
	}
	fmt.Println(s)
	lit := []string{2: "c", 0: "a", 5: "f", "g"}
	fmt.Println(len(lit), lit)
	arr := [...]int{9: 1, 2: 5, 6}
	fmt.Println(len(arr), arr)
	const k = 1
	w := [...]rune{'a': 'x', k: 'y'}
	fmt.Println(len(w), w['a'], w[1])
}
