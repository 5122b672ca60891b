// copy with overlap in both directions, from strings, and clear on slices and maps.
package main

import "fmt"

func main() {
	s := []int{0, 1, 2, 3, 4, 5, 6, 7}
	fmt.Println(copy(s[2:], s), s)
	s = []int{0, 1, 2, 3, 4, 5, 6, 7}
	fmt.Println(copy(s, s[3:]), s)
	fmt.Println(copy(s, s), s)
	b := make([]byte, 4)
	fmt.Println(copy(b, "héllo"), b, copy(b[1:], b), b)
	type pt struct{ x, y int }
	ps := []pt{{1, 2}, {3, 4}, {5, 6}}
	qs := make([]pt, 2)
	n := copy(qs, ps)
	ps[0].x = 100
	fmt.Println(n, qs, ps)
	copy(ps[1:], ps[:2])
	fmt.Println(ps)
	clear(ps[1:2])
	fmt.Println(ps)
	clear(s[:3])
	fmt.Println(s)
	arr := [5]int{1, 2, 3, 4, 5}
	copy(arr[1:], arr[:])
	fmt.Println(arr)
	m := map[string][]int{"a": {1}, "b": nil}
	clear(m)
	fmt.Println(len(m), m)
	var nm map[int]int
	clear(nm)
	clear([]int(nil))
	strs := []string{"x", "y"}
	clear(strs)
	fmt.Printf("%q\n", strs)
	nested := [][2]int{{1, 2}, {3, 4}}
	c := make([][2]int, 2)
	copy(c, nested)
	nested[0][0] = 50
	fmt.Println(nested, c)
	i := 2
	s = append(s[:i], append([]int{77, 88}, s[i:]...)...)
	fmt.Println(s)
	s = append(s, s...)
	fmt.Println(s, len(s))
}
