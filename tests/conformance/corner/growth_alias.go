// Whether append reallocates decides aliasing: observed through elements, never through cap of stack slices.
package main

import "fmt"

type row []int

func appendTo(s []int, vs ...int) []int { return append(s, vs...) }

func main() {
	base := make([]int, 2, 4)
	a := append(base, 1)
	b := append(base, 2)
	fmt.Println(a, b, &a[0] == &b[0])
	c := append(base[:2:2], 3)
	fmt.Println(a, c, &a[0] == &c[0])
	d := appendTo(a, 5)
	e := appendTo(d, 6)
	d[0] = 100
	fmt.Println(a[0], d[0], e[0])
	matrix := make([][]int, 3)
	backing := make([]int, 9)
	for i := range matrix {
		matrix[i] = backing[i*3 : (i+1)*3]
	}
	matrix[0] = append(matrix[0], 77)
	fmt.Println(matrix, len(backing))
	rows := []row{{1}, {2}}
	for i := range rows {
		rows[i] = append(rows[i], 10)
	}
	for _, r := range rows {
		r = append(r, 20)
		r[0] = 0
	}
	fmt.Println(rows)
	s := []int{1, 2, 3, 4, 5}
	s = append(s[:1], s[2:]...)
	fmt.Println(s, s[:5])
	s = append(s[:2], append([]int{9}, s[2:]...)...)
	fmt.Println(s)
	q := []int{1, 2, 3}
	for len(q) > 0 {
		var h int
		h, q = q[0], q[1:]
		if h == 2 {
			q = append(q, 4, 5)
		}
		fmt.Print(h, " ")
	}
	fmt.Println(len(q))
	var paths [][]int
	var dfs func(p []int, n int)
	dfs = func(p []int, n int) {
		if n == 0 {
			paths = append(paths, append([]int(nil), p...))
			return
		}
		for i := range 2 {
			dfs(append(p, i), n-1)
		}
	}
	dfs(nil, 3)
	fmt.Println(paths)
	bs := append([]byte("ab"), "cd"...)
	bs2 := append(bs[:1:1], 'X')
	fmt.Println(string(bs), string(bs2))
	f := append([]any{}, 1, "a", nil, append([]int(nil), 2))
	fmt.Println(f, len(f))
	self := make([]int, 3, 10)
	self = append(self, self...)
	self = append(self[1:], self[:2]...)
	fmt.Println(len(self), cap(self))
}
