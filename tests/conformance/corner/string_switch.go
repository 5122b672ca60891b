// Large switches on strings, integers and runes, dense and sparse, with the right case chosen for every input.
package main

import "fmt"

func day(s string) int {
	switch s {
	case "mon", "Mon", "monday":
		return 1
	case "tue":
		return 2
	case "wed", "weds":
		return 3
	case "thu":
		return 4
	case "fri":
		return 5
	case "sat":
		return 6
	case "sun", "":
		return 7
	case "a-very-long-case-label-indeed":
		return 8
	}
	return -1
}

func sparse(n int64) string {
	switch n {
	case -1 << 63:
		return "min"
	case 1<<63 - 1:
		return "max"
	case 0:
		return "zero"
	case 1, 2, 3, 4, 5, 6, 7:
		return "small"
	case 1000, 1001, 1002:
		return "k"
	case -5:
		return "neg"
	case 0xdeadbeef:
		return "beef"
	}
	return "?"
}

func dense(b byte) (r int) {
	switch b {
	case 0, 1, 2, 3:
		r = 10
	case 4:
		r = 20
		fallthrough
	case 5:
		r += 30
	case 6, 255:
		r = 40
	case 7, 8, 9, 10, 11, 12:
		r = int(b)
	default:
		r = -1
	}
	return
}

func class(r rune) string {
	switch {
	case r >= '0' && r <= '9':
		return "digit"
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return "letter"
	case r == '世', r > 0x1F000:
		return "wide"
	}
	return "other"
}

func main() {
	for _, s := range []string{"mon", "Mon", "monday", "tue", "weds", "thu", "fri", "sat", "sun", "", "Sun", "mo", "a-very-long-case-label-indeed"} {
		fmt.Print(day(s), " ")
	}
	fmt.Println()
	for _, n := range []int64{-1 << 63, 1<<63 - 1, 0, 1, 7, 8, 999, 1001, -5, 0xdeadbeef, 1 << 32} {
		fmt.Print(sparse(n), " ")
	}
	fmt.Println()
	for b := range 14 {
		fmt.Print(dense(byte(b)), " ")
	}
	fmt.Println(dense(255), dense(100))
	for _, r := range "a5Z 世😀_" {
		fmt.Print(class(r), " ")
	}
	fmt.Println()
}
