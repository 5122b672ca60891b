// Multi-dimensional arrays, matrix transposition and multiplication, arrays of structs, comparisons.
package main

import "fmt"

const N = 4

type matrix [N][N]float64

func (a matrix) mul(b matrix) (c matrix) {
	for i := range N {
		for j := range N {
			for k := range N {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

func (a *matrix) transpose() {
	for i := 0; i < N; i++ {
		for j := i + 1; j < N; j++ {
			a[i][j], a[j][i] = a[j][i], a[i][j]
		}
	}
}

func main() {
	var m, id matrix
	for i := range m {
		id[i][i] = 1
		for j := range m[i] {
			m[i][j] = float64(i*N + j)
		}
	}
	fmt.Println(m.mul(id) == m, m.mul(m) == m)
	t := m
	t.transpose()
	fmt.Println(t, m[1])
	t.transpose()
	fmt.Println(t == m)
	fmt.Println(m.mul(m))
	var cube [2][3][4]int
	n := 0
	for i := range cube {
		for j := range cube[i] {
			for k := range cube[i][j] {
				cube[i][j][k] = n
				n++
			}
		}
	}
	fmt.Println(cube, cube[1][2][3], len(cube), len(cube[0]), len(cube[0][0]))
	pl := &cube[1]
	pl[0][0] = -1
	sub := cube[1][1][1:3]
	sub[0] = -2
	fmt.Println(cube[1])
	type cell struct {
		on  bool
		tag string
	}
	var board [2][2]cell
	board[1][0] = cell{true, "x"}
	c := &board[0][1]
	c.tag = "y"
	fmt.Printf("%v %+v\n", board, board[0])
	fmt.Println([2]string{"a"} == [2]string{"a", ""}, [2]any{1, "x"} == [2]any{1, "x"})
}
