// Matrix multiplication, determinant by elimination and by fractions, inverse.
package main

import (
	"errors"
	"fmt"
	"math"
)

type Matrix [][]float64

var errSingular = errors.New("singular matrix")

func (m Matrix) clone() Matrix {
	c := make(Matrix, len(m))
	for i := range m {
		c[i] = append([]float64(nil), m[i]...)
	}
	return c
}
func (m Matrix) mul(n Matrix) Matrix {
	out := make(Matrix, len(m))
	for i := range m {
		out[i] = make([]float64, len(n[0]))
		for j := range n[0] {
			for k, v := range m[i] {
				out[i][j] += v * n[k][j]
			}
		}
	}
	return out
}
func (m Matrix) det() float64 {
	a, d := m.clone(), 1.0
	for c := range a {
		p := c
		for r := c + 1; r < len(a); r++ {
			if math.Abs(a[r][c]) > math.Abs(a[p][c]) {
				p = r
			}
		}
		if a[p][c] == 0 {
			return 0
		}
		if p != c {
			a[p], a[c] = a[c], a[p]
			d = -d
		}
		d *= a[c][c]
		for r := c + 1; r < len(a); r++ {
			f := a[r][c] / a[c][c]
			for k := c; k < len(a); k++ {
				a[r][k] -= f * a[c][k]
			}
		}
	}
	return d
}
func (m Matrix) inverse() (Matrix, error) {
	n := len(m)
	a := m.clone()
	for i := range a {
		a[i] = append(a[i], make([]float64, n)...)
		a[i][n+i] = 1
	}
	for c := range n {
		p := c
		for p < n && a[p][c] == 0 {
			p++
		}
		if p == n {
			return nil, errSingular
		}
		a[p], a[c] = a[c], a[p]
		s := a[c][c]
		for k := range a[c] {
			a[c][k] /= s
		}
		for r := range n {
			if f := a[r][c]; r != c && f != 0 {
				for k := range a[r] {
					a[r][k] -= f * a[c][k]
				}
			}
		}
	}
	out := make(Matrix, n)
	for i := range out {
		out[i] = a[i][n:]
	}
	return out, nil
}

type frac struct{ n, d int }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
func (f frac) norm() frac {
	g := gcd(f.n, f.d)
	if f.d/g < 0 {
		g = -g
	}
	return frac{f.n / g, f.d / g}
}
func (f frac) add(g frac) frac { return frac{f.n*g.d + g.n*f.d, f.d * g.d}.norm() }
func (f frac) mul(g frac) frac { return frac{f.n * g.n, f.d * g.d}.norm() }
func (f frac) String() string {
	if f.d == 1 {
		return fmt.Sprint(f.n)
	}
	return fmt.Sprintf("%d/%d", f.n, f.d)
}

func main() {
	m := Matrix{{4, 7, 2}, {3, 6, 1}, {2, 5, 3}}
	fmt.Printf("%.4f\n", m.det())
	inv, err := m.inverse()
	fmt.Println(err)
	for _, r := range m.mul(inv) {
		fmt.Printf("%.2f\n", r)
	}
	_, err = Matrix{{1, 2}, {2, 4}}.inverse()
	fmt.Println(err, errors.Is(err, errSingular))
	sum := frac{0, 1}
	for i := 1; i <= 10; i++ {
		sum = sum.add(frac{1, i})
	}
	fmt.Println(sum, frac{2, 4}.mul(frac{-2, 3}), frac{1, -2}.norm(), []frac{{1, 2}, {3, 1}})
}
