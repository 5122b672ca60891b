// Game of life on a torus: a glider and an oscillator.
package main

import (
	"fmt"
	"strings"
)

const W, H = 10, 8

type board [H][W]bool

func (b *board) alive(x, y int) bool { return b[(y+H)%H][(x+W)%W] }
func (b *board) step() (n board) {
	for y := range H {
		for x := range W {
			c := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if (dx != 0 || dy != 0) && b.alive(x+dx, y+dy) {
						c++
					}
				}
			}
			n[y][x] = c == 3 || c == 2 && b[y][x]
		}
	}
	return
}
func (b board) String() string {
	var sb strings.Builder
	for _, row := range b {
		for _, c := range row {
			sb.WriteByte(map[bool]byte{true: '#', false: '.'}[c])
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

func main() {
	var b board
	for _, p := range [][2]int{{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {6, 5}, {7, 5}, {8, 5}} {
		b[p[1]][p[0]] = true
	}
	for gen := range 5 {
		if gen%2 == 0 {
			fmt.Print("gen ", gen, "\n", b)
		}
		b = b.step()
	}
}
