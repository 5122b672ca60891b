//go:build vtrace

package rand

import "math"

// The package's own generator is not known to any program: whatever it gives is a choice. All values are tried if there are
// few, else some that programs could treat differently. A Rand with a source of its own is the real one.

// few is up to how many values are all tried.
const few = 16

// vtraceChoose gives a number below n, any of them.
func vtraceChoose(n int) int

// below gives a number below n, which is positive.
func below(n uint64) uint64 {
	if n <= few {
		return uint64(vtraceChoose(int(n)))
	}
	return [...]uint64{0, 1, n / 2, n - 1}[vtraceChoose(4)]
}

func Int64() int64   { return int64(below(math.MaxInt64)) }
func Int32() int32   { return int32(below(math.MaxInt32)) }
func Int() int       { return int(below(math.MaxInt64)) }
func Uint32() uint32 { return uint32(below(math.MaxUint32)) }
func Uint64() uint64 { return below(math.MaxUint64) }
func Uint() uint     { return uint(below(math.MaxUint64)) }

func Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	return int64(below(uint64(n)))
}

func Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	return below(n)
}

func Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	return int32(below(uint64(n)))
}

func Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	return uint32(below(uint64(n)))
}

func IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	return int(below(uint64(n)))
}

func UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	return uint(below(uint64(n)))
}

func N[Int intType](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(below(uint64(n)))
}

func Float64() float64 { return [...]float64{0, 0.5, 1 - 0x1p-53}[vtraceChoose(3)] }

func Float32() float32 { return [...]float32{0, 0.5, 1 - 0x1p-24}[vtraceChoose(3)] }

func NormFloat64() float64 { return [...]float64{0, -1, 1}[vtraceChoose(3)] }

func ExpFloat64() float64 { return [...]float64{0.5, 1, 2}[vtraceChoose(3)] }

func Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

func Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(below(uint64(i+1))))
	}
}
