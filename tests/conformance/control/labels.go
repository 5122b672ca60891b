// Labelled break and continue, goto forwards and backwards, label scoping.
package main

import "fmt"

func find(grid [][]int, want int) (x, y int) {
outer:
	for y = range grid {
		for x = range grid[y] {
			switch {
			case grid[y][x] == want:
				break outer
			case grid[y][x] < 0:
				continue outer
			}
		}
	}
	return
}

func gotoLoop(n int) (s int) {
	i := 0
top:
	if i < n {
		s += i
		i++
		goto top
	}
	goto end
end:
	return s
}

func state(in string) string {
	i, out := 0, ""
start:
	if i == len(in) {
		goto done
	}
	switch in[i] {
	case 'a':
		i++
		goto sawA
	default:
		out += "-"
		i++
		goto start
	}
sawA:
	if i < len(in) && in[i] == 'b' {
		out += "AB"
		i++
		goto start
	}
	out += "A"
	goto start
done:
	return out
}

func main() {
	fmt.Println(find([][]int{{1, 2}, {-1, 5}, {3, 4}}, 3))
	fmt.Println(find([][]int{{1, 2}, {-1, 5}, {3, 4}}, 5))
	fmt.Println(gotoLoop(10), state("abxaab"))
L1:
	for i := 0; i < 3; i++ {
	L2:
		for j := 0; j < 3; j++ {
			for k := 0; k < 3; k++ {
				switch {
				case k == 1 && j == 1:
					continue L1
				case k == 2:
					continue L2
				case i == 2:
					break L1
				}
				fmt.Print(i, j, k, " ")
			}
		}
	}
	fmt.Println()
sw:
	switch x := 1; x {
	case 1:
		for {
			break sw
		}
		fmt.Println("not here")
	}
	i := 0
	for {
		i++
		if i%2 == 0 {
			continue
		}
		if i > 9 {
			break
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
sel:
	for c := make(chan int, 1); ; {
		select {
		case c <- 1:
			fmt.Println("sent")
		case v := <-c:
			fmt.Println("got", v)
			break sel
		}
	}
	n := 0
again:
	func() { n++ }()
	if n < 5 {
		goto again
	}
	fmt.Println(n)
}
