// A larger map: growth, deletion, reinsertion, and consistency with a slice model.
package main

import "fmt"

func main() {
	m := map[uint32]int{}
	const n = 2000
	model := make([]int, n)
	x := uint32(1)
	for i := 0; i < 6000; i++ {
		x = x*1664525 + 1013904223
		k := x >> 8 % n
		switch x >> 28 % 3 {
		case 0, 1:
			m[k] = i + 1
			model[k] = i + 1
		case 2:
			delete(m, k)
			model[k] = 0
		}
	}
	live := 0
	for k, v := range model {
		got, ok := m[uint32(k)]
		if ok != (v != 0) || got != v {
			fmt.Println("mismatch", k, v, got, ok)
		}
		if v != 0 {
			live++
		}
	}
	fmt.Println(live == len(m), len(m))
	sum := 0
	for k, v := range m {
		sum += int(k) ^ v
	}
	fmt.Println(sum)
	s := map[string]int{}
	for i := 0; i < 500; i++ {
		s[fmt.Sprintf("key%03d", i%250)] += i
	}
	fmt.Println(len(s), s["key007"], s["key249"])
}
