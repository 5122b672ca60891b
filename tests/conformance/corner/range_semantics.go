// Subtle range rules: evaluation once, element copies, appending, reslicing, modifying through pointers, blank loops.
package main

import "fmt"

type T struct{ v int }

var calls int

func get() *[3]int           { calls++; return &[3]int{1, 2, 3} }
func getMap() map[string]int { calls++; return map[string]int{"a": 1} }

func main() {
	for range get() {
	}
	for range getMap() {
	}
	for i := range get() {
		_ = i
	}
	fmt.Println(calls)
	for range len(get()) {
		calls += 10
	}
	fmt.Println(calls)
	ts := []T{{1}, {2}, {3}}
	for _, t := range ts {
		t.v *= 10
	}
	fmt.Println(ts)
	for i := range ts {
		t := &ts[i]
		t.v *= 10
	}
	fmt.Println(ts)
	ps := []*T{{1}, {2}}
	for _, p := range ps {
		p.v++
	}
	fmt.Println(ps[0].v, ps[1].v)
	s := []int{1, 2, 3}
	for i, v := range s {
		if i == 0 {
			s = append(s[:1], 100, 200, 300, 400)
		}
		fmt.Print(v, " ")
	}
	fmt.Println(s)
	q := []int{1}
	n := 0
	for i := 0; i < len(q); i++ {
		if q[i] < 20 {
			q = append(q, q[i]*2, q[i]*3)
		}
		n++
	}
	fmt.Println(n, len(q))
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[len(arr)-1-i] = v * 10
	}
	fmt.Println(arr)
	for i, v := range arr[:] {
		arr[len(arr)-1-i] = v + 1
	}
	fmt.Println(arr)
	p := &arr
	for i, v := range p {
		p = &[3]int{7, 8, 9}
		arr[2] = -5
		fmt.Print(i, v, " ")
	}
	fmt.Println()
	str := "abc"
	for i, c := range str {
		str = "xyz!"
		fmt.Print(i, string(c), " ")
	}
	fmt.Println(str)
	ch := make(chan int, 2)
	old := ch
	ch <- 1
	ch <- 2
	close(ch)
	for v := range ch {
		ch = nil
		fmt.Print(v, " ")
	}
	fmt.Println(ch == nil, len(old))
	var i, v int
	for i, v = range []int{5, 6, 7} {
		if v == 6 {
			break
		}
	}
	fmt.Println(i, v)
	for i = range 5 {
	}
	fmt.Println(i)
	for i, v = range []int(nil) {
	}
	fmt.Println(i, v)
	mat := [2][2]int{{1, 2}, {3, 4}}
	for _, row := range mat {
		row[0] = 0
		for j := range row {
			mat[1][j] = row[j] * 2
		}
	}
	fmt.Println(mat)
}
