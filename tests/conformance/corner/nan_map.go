// NaN keys: every insertion is new, none can be found, only clear removes them; interface and array keys with NaN.
package main

import (
	"fmt"
	"math"
)

type k struct{ f float64 }

func main() {
	nan := math.NaN()
	m := map[float64]int{}
	for i := range 5 {
		m[nan] = i
	}
	m[1] = 100
	_, ok := m[nan]
	sum, n := 0, 0
	for key, v := range m {
		if key != key {
			sum += v
			n++
		}
	}
	fmt.Println(len(m), ok, sum, n)
	delete(m, nan)
	fmt.Println(len(m))
	clear(m)
	fmt.Println(len(m))
	a := map[any]int{nan: 1, k{nan}: 2, [1]float64{nan}: 3, complex(nan, 0): 4, 1.0: 5}
	a[nan]++
	fmt.Println(len(a), a[nan], a[k{nan}], a[1.0])
	z := map[float64]string{0: "zero"}
	z[math.Copysign(0, -1)] = "neg"
	fmt.Println(len(z), z[0])
	c := map[complex128]int{complex(0, math.Copysign(0, -1)): 1}
	fmt.Println(c[0])
	f32 := map[float32]bool{float32(0.1): true}
	fmt.Println(f32[0.1], f32[float32(float64(0.1))])
}
