// Comparisons are signed or unsigned according to the type, at every width.
package main

import "fmt"

func cmp[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | int | uint](a, b T) string {
	return fmt.Sprint(a < b, a <= b, a > b, a >= b, a == b, a != b, min(a, b), max(a, b))
}

func main() {
	fmt.Println(cmp[int8](-1, 1))
	u := uint8(255)
	fmt.Println(cmp[uint8](u, 1))
	fmt.Println(cmp[int32](-1<<31, 1<<31-1))
	fmt.Println(cmp[uint32](1<<31, 1<<31-1))
	fmt.Println(cmp[int64](-1<<63, 1<<63-1))
	fmt.Println(cmp[uint64](1<<63, 1<<63-1))
	fmt.Println(cmp(uint(7), 7), cmp(-3, -3))
	neg := -1
	fmt.Println(uint(neg) > 100, uint8(neg) == 255, int8(u) < 0)
	fmt.Println(min(3, 1, 2), max(3, 1, 2), min(2.5, 1), max("a", "b", "ab"), min(neg, 5, -7))
	for i := uint8(5); i < 10; i -= 2 {
		fmt.Print(i, " ")
	}
	fmt.Println()
}
