// The math package: rounding, roots, logs, trigonometry, decomposition, constants.
package main

import (
	"fmt"
	. "math"
)

func main() {
	for _, v := range []float64{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 2.4999} {
		fmt.Println(Floor(v), Ceil(v), Trunc(v), Round(v), RoundToEven(v), Abs(v))
	}
	fmt.Println(Sqrt(2), Cbrt(27), Hypot(3, 4), Pow(2, 10), Pow(2, -1), Pow(-8, 1.0/3), Pow(0, 0))
	fmt.Printf("%.10f %.10f %.10f %.10f\n", Exp(1), Log(10), Log2(8), Log10(1000))
	fmt.Printf("%.10f %.10f %.10f %.10f %.10f\n", Sin(1), Cos(1), Tan(1), Atan2(1, -1), Asin(0.5))
	fmt.Printf("%.10f %.10f %.10f %.8f\n", Sinh(1), Cosh(1), Tanh(1), Gamma(5))
	i, f := Modf(-3.25)
	fr, ex := Frexp(10)
	fmt.Println(i, f, fr, ex, Ldexp(0.625, 4), Mod(-7, 3), Remainder(7, 4), Dim(3, 5))
	fmt.Println(Sqrt(-1), Log(0), Log(-1), Max(1, NaN()), Min(Inf(-1), 0), Inf(1), Signbit(-1))
	fmt.Println(MaxInt8, MinInt64, uint64(MaxUint64), MaxUint32, MaxInt)
	fmt.Println(Pi, E, float32(Pi), Sqrt2, Phi)
	fmt.Println(Float64frombits(0x4009_21fb_5444_2d18), Float32frombits(0x3fc00000), Nextafter(1, 2), Nextafter32(1, 0))
	fmt.Println(FMA(2, 3, 4), Copysign(3, -1), Log1p(0), Expm1(0))
}
