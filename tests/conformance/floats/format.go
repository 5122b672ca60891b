// fmt and strconv formatting of float32 and float64 with all float verbs and flags.
package main

import (
	"fmt"
	"strconv"
)

func main() {
	vals := []float64{0, 1, -1, 0.1, 1.0 / 3, 100, 123456789, 1e6, 1e20, 1e21, 1.5e-5, 1e-4, 12345678.9, 2.5, 3.5, 1e100, 5e-324, 1.7976931348623157e308}
	for _, v := range vals {
		fmt.Println(v, float32(v))
		fmt.Printf("%e %f %g %G %E %b %x\n", v, v, v, v, v, v, v)
		fmt.Printf("%.0f %.1f %.3e %.3g %6.2f|%-10.1f|%+.2f|% .1f|%010.3f|%#g|%#.0f\n", v, v, v, v, v, v, v, v, v, v, v)
	}
	for _, f := range []byte("eEfgG") {
		for _, p := range []int{-1, 0, 2, 6} {
			fmt.Print(strconv.FormatFloat(1234.5678, f, p, 64), " ", strconv.FormatFloat(0.1, f, p, 32), " ")
		}
		fmt.Println()
	}
	var f32 float32 = 16777216
	fmt.Println(f32, f32+1, f32+2, float32(0.1), float64(float32(0.1)), float32(1)/3)
}
