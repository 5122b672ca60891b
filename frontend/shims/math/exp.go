//go:build vtrace

package math

import "internal/goarch"

// On amd64, Exp is assembly with an algorithm of its own, whose last bit often differs from the portable one's. This
// is the same in Go, after Naoki Shibata, "Efficient evaluation methods of elementary functions suitable for SIMD
// computation" (2010).

const haveArchExp = goarch.IsAmd64 == 1

func archExp(x float64) float64 {
	const (
		overflow = 7.09782712893384e+02
		log2e    = 1.4426950408889634073599246810018920
		ln2u     = 0.69314718055966295651160180568695068359375
		ln2l     = 0.28235290563031577122588448175013436025525412068e-12
	)
	switch {
	case IsNaN(x) || IsInf(x, 1):
		return x
	case x < -1000:
		return 0
	case x > overflow:
		return Inf(1)
	}
	exponent := int(RoundToEven(log2e * x))
	k := float64(exponent)
	r := FMA(-k, ln2u, x)
	r = FMA(-k, ln2l, r)
	r *= 0.0625
	p := FMA(2.4801587301587301587e-5, r, 1.9841269841269841270e-4)
	p = FMA(p, r, 1.3888888888888888889e-3)
	p = FMA(p, r, 8.3333333333333333333e-3)
	p = FMA(p, r, 4.1666666666666666667e-2)
	p = FMA(p, r, 1.6666666666666666667e-1)
	p = FMA(p, r, 0.5)
	p = FMA(p, r, 1.0)
	r *= p
	r *= r + 2
	r *= r + 2
	r *= r + 2
	r = FMA(r+2, r, 1)
	exponent += 0x3FF
	if exponent <= 0 { // denormal
		if exponent < -52 {
			return 0
		}
		r *= Float64frombits(uint64(exponent+0x3FE) << 52)
		exponent = 1
	} else if exponent >= 0x7FF {
		return Inf(1)
	}
	return r * Float64frombits(uint64(exponent)<<52)
}
