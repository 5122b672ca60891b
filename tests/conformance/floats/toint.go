// In-range float to integer conversion truncates; integer to float32 and float64 rounds to even.
package main

import "fmt"

func main() {
	for _, f := range []float64{0, 0.9, -0.9, 1.5, -1.5, 2.999999, 127.99, -128.5, 1e9, -1e9} {
		fmt.Println(f, int(f), int64(f), int32(f), int16(int64(f)), int8(int64(f)))
	}
	for _, f := range []float32{0.5, 255.9, 16777217, 1e10} {
		fmt.Println(f, uint64(f), int64(f), uint32(uint64(f)))
	}
	big := 9007199254740993
	fmt.Println(float64(big), int64(float64(big)) == int64(big), float32(big))
	for _, i := range []int64{16777215, 16777216, 16777217, 16777218, 16777219, 33554433, 33554435, 1<<53 + 1, 1<<53 + 3, 1<<63 - 1, -1 << 63} {
		fmt.Printf("%.0f %.0f\n", float32(i), float64(i))
	}
	for _, u := range []uint64{1<<64 - 1, 1 << 63, 1<<63 + 1025, 1<<24 + 1, 1<<40 + 1<<16} {
		fmt.Printf("%.0f %.0f\n", float32(u), float64(u))
	}
	fmt.Println(uint64(float64(1<<63)), uint64(1.8e19))
	x := 1e15 + 0.5
	fmt.Println(int64(x), float32(x), int64(float32(x)))
	var f float32 = 0.1
	fmt.Println(float64(f) == 0.1, float32(float64(f)) == f, f*10 == 1, float64(f)*10)
}
