// N-queens by backtracking and by bit masks.
package main

import "fmt"

func solve(n int, row int, cols []int, out *[][]int) {
	if row == n {
		*out = append(*out, append([]int(nil), cols...))
		return
	}
next:
	for c := range n {
		for r, cc := range cols {
			if cc == c || r+cc == row+c || r-cc == row-c {
				continue next
			}
		}
		solve(n, row+1, append(cols, c), out)
	}
}

func bits(n int, cols, d1, d2 uint) int {
	full := uint(1)<<n - 1
	if cols == full {
		return 1
	}
	count := 0
	for free := full &^ (cols | d1 | d2); free != 0; {
		b := free & -free
		free ^= b
		count += bits(n, cols|b, (d1|b)<<1, (d2|b)>>1)
	}
	return count
}

func main() {
	var sols [][]int
	solve(6, 0, nil, &sols)
	for _, s := range sols {
		fmt.Println(s)
	}
	for n := 1; n <= 8; n++ {
		fmt.Print(bits(n, 0, 0, 0), " ")
	}
	fmt.Println()
}
