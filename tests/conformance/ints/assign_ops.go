// Every compound assignment operator, on variables, elements, fields and map entries, evaluating operands once.
package main

import "fmt"

var calls int

func idx(i int) int { calls++; return i }

type s struct{ n int }

func get(p *s) *s { calls++; return p }

func main() {
	x := 100
	x += 5
	x -= 3
	x *= 7
	x /= 4
	x %= 100
	x <<= 3
	x >>= 1
	x |= 3
	x &= 0xfe
	x ^= 0x55
	x &^= 4
	fmt.Println(x)
	a := [3]int{1, 2, 3}
	a[idx(1)] += 10
	a[idx(2)]++
	fmt.Println(a, calls)
	m := map[string]int{}
	m["a"]++
	m["a"] += 4
	m["b"] -= 2
	m["c"] |= 6
	fmt.Println(m)
	p := &s{1}
	get(p).n += 41
	get(p).n--
	fmt.Println(p.n, calls)
	ms := map[int][]int{}
	ms[idx(1)] = append(ms[idx(1)], 5)
	ms[1][idx(0)] *= 3
	fmt.Println(ms, calls)
	str := "a"
	str += "b"
	str += str
	fmt.Println(str)
	i, j := 0, 1
	i, j = j, i
	arr := []int{10, 20, 30}
	i, arr[i] = 2, 99
	fmt.Println(i, j, arr)
	arr[0], arr[1], arr[2] = arr[2], arr[0], arr[1]
	fmt.Println(arr)
}
