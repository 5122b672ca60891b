// Complex arithmetic, parts, comparison, printing and conversion.
package main

import (
	"fmt"
	"math"
	"math/cmplx"
)

func main() {
	a, b := 1+2i, complex(3, -4)
	fmt.Println(a+b, a-b, a*b, a/b, -a, a == b, a != b, a == 1+2i)
	fmt.Println(real(a), imag(b), real(a*b), 2i*2i)
	var c64 complex64 = 1.5 - 0.5i
	c64 *= c64
	c64 += 1
	fmt.Println(c64, real(c64), complex128(c64))
	fmt.Printf("%v %.2f %g %e %+v %8.1f|%T %T %T\n", a, b, a, a, b, a, a, c64, imag(c64))
	var z complex128
	fmt.Println(z, a/z, z/z)
	fmt.Println(cmplx.Abs(3+4i), cmplx.Conj(a))
	inf := math.Inf(1)
	fmt.Println(complex(inf, math.NaN()), complex(math.Copysign(0, -1), -1))
	const k = 2i
	fmt.Println(k*k == -4, real(k*k), int(real(k*k)))
	m := map[complex128]string{1i: "i", 0: "zero"}
	fmt.Println(m[1i], m[0], m[complex(0, 1)], len(m[2]))
	var i any = 1i
	switch v := i.(type) {
	case complex64:
		fmt.Println("64", v)
	case complex128:
		fmt.Println("128", v)
	}
	var f32 float32 = 0.1
	fmt.Println(complex(f32, f32), complex64(complex(0.1, 0.1)) == complex(f32, f32))
	s := []complex128{1, 2i, 3}
	sum := 0i
	for _, v := range s {
		sum += v * v
	}
	fmt.Println(sum, s)
}
