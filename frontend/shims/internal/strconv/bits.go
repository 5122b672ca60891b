//go:build vtrace

package strconv

import "math"

func float64frombits(b uint64) float64 { return math.Float64frombits(b) }
func float32frombits(b uint32) float32 { return math.Float32frombits(b) }
func float64bits(f float64) uint64     { return math.Float64bits(f) }
func float32bits(f float32) uint32     { return math.Float32bits(f) }
