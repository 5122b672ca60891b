//go:build vtrace

package math

// The bits of floating-point numbers: the machine knows these.

func Float32bits(f float32) uint32
func Float32frombits(b uint32) float32
func Float64bits(f float64) uint64
func Float64frombits(b uint64) float64
