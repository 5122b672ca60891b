// A tiny Mandelbrot picture and complex root finding.
package main

import "fmt"

func iter(c complex128) int {
	z := 0i
	for n := 0; n < 50; n++ {
		if real(z)*real(z)+imag(z)*imag(z) > 4 {
			return n
		}
		z = z*z + c
	}
	return 50
}

func main() {
	for y := 1.0; y >= -1.0; y -= 0.25 {
		for x := -2.0; x <= 0.5; x += 0.125 {
			fmt.Printf("%c", " .:-=+*#%@"[iter(complex(x, y))/6])
		}
		fmt.Println()
	}
	z := 1 + 1i
	for i := 0; i < 30; i++ {
		z -= (z*z*z - 1) / (3 * z * z)
	}
	fmt.Printf("%.6f\n", z)
}
