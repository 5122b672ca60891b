// NaN, infinities and negative zero: arithmetic, comparison and printing.
package main

import (
	"fmt"
	"math"
)

func main() {
	var z float64
	inf, ninf, nan, nz := 1/z, -1/z, z/z, math.Copysign(0, -1)
	fmt.Println(inf, ninf, nan, nz, -z, 1/nz)
	fmt.Println(nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan, !(nan >= nan))
	fmt.Println(z == nz, inf == inf, inf > ninf, inf-inf, inf+1 == inf, inf*0, ninf*ninf)
	fmt.Println(math.IsNaN(nan), math.IsInf(ninf, -1), math.IsInf(inf, -1), math.Signbit(nz), math.Signbit(-nan))
	fmt.Println(min(nan, 1), max(1, nan), min(nz, z), max(nz, z), min(inf, 2), max(ninf, 2))
	fmt.Printf("%v %g %f %e %5.1f|%+f|%08.2f|%-8v|\n", inf, ninf, nan, nz, inf, inf, ninf, nan)
	var f32 float32 = 3e38
	fmt.Println(f32*10, -f32*10, f32*10-f32*10)
	fmt.Println(f32 == 3e38, math.SmallestNonzeroFloat64, math.MaxFloat32)
	var d float64 = 5e-324
	fmt.Println(d, d/2, d*2, float32(d))
	fmt.Println(math.Float64bits(nz) == 1<<63, math.Float32bits(float32(inf)), math.Float64bits(1.5))
	var i any = nan
	fmt.Println(i == i, i == any(nan), any(nz) == any(z))
	m := map[float64]int{}
	m[nan] = 1
	m[nan] = 2
	m[z] = 3
	m[nz] = 4
	fmt.Println(len(m), m[0], m[nan])
	a := [2]float64{nan, 1}
	fmt.Println(a == a)
	clear(m)
	fmt.Println(len(m))
}
