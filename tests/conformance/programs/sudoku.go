// A sudoku solver by constraint bit sets.
package main

import (
	"fmt"
	"math/bits"
)

type grid struct {
	cell          [81]uint8
	row, col, box [9]uint16
	steps         int
}

func (g *grid) place(i int, d uint8, on bool) {
	b := uint16(1) << d
	r, c := i/9, i%9
	k := r/3*3 + c/3
	if on {
		g.cell[i] = d
		g.row[r] |= b
		g.col[c] |= b
		g.box[k] |= b
	} else {
		g.cell[i] = 0
		g.row[r] &^= b
		g.col[c] &^= b
		g.box[k] &^= b
	}
}

func (g *grid) solve() bool {
	best, bestN, bestM := -1, 10, uint16(0)
	for i, d := range g.cell {
		if d == 0 {
			r, c := i/9, i%9
			m := ^(g.row[r] | g.col[c] | g.box[r/3*3+c/3]) & 0x3fe
			if n := bits.OnesCount16(m); n < bestN {
				best, bestN, bestM = i, n, m
			}
		}
	}
	if best < 0 {
		return true
	}
	g.steps++
	for ; bestM != 0; bestM &= bestM - 1 {
		d := uint8(bits.TrailingZeros16(bestM))
		g.place(best, d, true)
		if g.solve() {
			return true
		}
		g.place(best, d, false)
	}
	return false
}

func main() {
	puzzle := "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
	var g grid
	for i, c := range puzzle {
		if c != '0' {
			g.place(i, uint8(c-'0'), true)
		}
	}
	fmt.Println(g.solve(), g.steps)
	for r := 0; r < 81; r += 9 {
		fmt.Println(g.cell[r : r+9])
	}
}
