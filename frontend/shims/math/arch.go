//go:build vtrace

package math

// Sqrt, Floor, Ceil and Trunc are exact on every machine, so that vtrace may use its own.

func Sqrt(x float64) float64
func Floor(x float64) float64
func Ceil(x float64) float64
func Trunc(x float64) float64

func sqrt(x float64) float64  { return Sqrt(x) }
func floor(x float64) float64 { return Floor(x) }
func ceil(x float64) float64  { return Ceil(x) }
func trunc(x float64) float64 { return Trunc(x) }

// Assembly is replaced by the portable functions beside it.

const (
	haveArchAcos  = false
	haveArchAcosh = false
	haveArchAsin  = false
	haveArchAsinh = false
	haveArchAtan  = false
	haveArchAtan2 = false
	haveArchAtanh = false
	haveArchCbrt  = false
	haveArchCeil  = false
	haveArchCos   = false
	haveArchCosh  = false
	haveArchErf   = false
	haveArchErfc  = false
	haveArchExp2  = false
	haveArchExpm1 = false
	haveArchFloor = false
	haveArchHypot = false
	haveArchLog   = false
	haveArchLog10 = false
	haveArchLog1p = false
	haveArchMax   = false
	haveArchMin   = false
	haveArchMod   = false
	haveArchModf  = false
	haveArchPow   = false
	haveArchSin   = false
	haveArchSinh  = false
	haveArchTan   = false
	haveArchTanh  = false
	haveArchTrunc = false
)

func archExp2(x float64) float64     { panic("not implemented") }
func archFloor(x float64) float64    { panic("not implemented") }
func archCeil(x float64) float64     { panic("not implemented") }
func archTrunc(x float64) float64    { panic("not implemented") }
func archHypot(p, q float64) float64 { panic("not implemented") }
func archLog(x float64) float64      { panic("not implemented") }
func archMax(x, y float64) float64   { panic("not implemented") }
func archMin(x, y float64) float64   { panic("not implemented") }
