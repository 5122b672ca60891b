// Float edge cases: rounding modes, denormals, integer boundaries, comparisons with NaN in sort-like code, -0 keys.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func id(f float64) float64 { return f }

func main() {
	fmt.Println(0.1+0.2, id(0.1)+id(0.2), 1e16+1, id(1e16)+1, id(9007199254740992)+1)
	fmt.Println(float32(16777216)+float32(id(1)), float32(id(1e-46)), float32(id(1e39)), float32(id(3.4028235677973366e38)))
	fmt.Println(math.Round(id(0.49999999999999994)), math.Round(id(-0.5)), math.Floor(id(-0.0)), 1/math.Floor(-id(0)))
	fmt.Println(int64(id(-9.223372036854775808e18)), uint32(id(4294967295.9)), int8(id(-128.9)), uint64(id(1e19)))
	fmt.Println(id(5e-324)/2 == 0, id(5e-324)*0.5, id(1e308)*10, -id(1e308)*10, math.Mod(id(5.5), 2), math.Mod(-1, 3))
	fmt.Println(math.Sqrt(id(1e-320)), math.Cbrt(-8), math.Hypot(3e200, 4e200), math.Pow(id(-1), math.Inf(1)), math.Trunc(-1.7))
	for _, f := range []float64{1, 1.5, 0.1, 1e23, 8.41e21, 5e-324, 2.2250738585072014e-308, 123456789012345680, 4.35, 0.3} {
		s := strconv.FormatFloat(f, 'g', -1, 64)
		g, _ := strconv.ParseFloat(s, 64)
		fmt.Print(s, " ", g == f, " ", strconv.FormatFloat(f, 'g', -1, 32), "; ")
	}
	fmt.Println()
	nan := math.NaN()
	fmt.Println(nan < nan, nan == nan, !(nan < 1), max(nan, 1) != max(nan, 1), math.Min(0, math.Copysign(0, -1)))
	x := id(1)
	x -= 0.9
	x *= 3
	x /= 7
	fmt.Println(x, float32(x), x == 0.04285714285714284, math.Float64bits(x))
	sum, c := 0.0, 0.0
	for range 10 {
		y := 0.1 - c
		t := sum + y
		c = (t - sum) - y
		sum = t
	}
	fmt.Println(sum, 0.1*10 == 1.0, id(0.1)+id(0.1)+id(0.1) == 0.3)
	fmt.Println(math.MaxInt64, float64(math.MaxInt64) == float64(1<<63), int64(float32(id(1<<24+1))))
	var f32 float32 = 0.1
	var acc float32
	for range 10 {
		acc += f32
	}
	fmt.Println(acc, acc == 1, float64(acc), f32*f32, float64(f32)*float64(f32))
	a, b, cc := float32(id(1.0000001)), float32(id(1.0000002)), float32(id(-1.0000003))
	p := a * b
	fmt.Println(p+cc, math.FMA(2, 3, 1))
}
