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
func below(n int64) int64 {
	if n <= few {
		return int64(vtraceChoose(int(n)))
	}
	return [...]int64{0, 1, n / 2, n - 1}[vtraceChoose(4)]
}

func Seed(seed int64) {}

func Int63() int64   { return below(math.MaxInt64) }
func Int31() int32   { return int32(below(math.MaxInt32)) }
func Int() int       { return int(below(math.MaxInt64)) }
func Uint32() uint32 { return uint32(below(math.MaxUint32)) }
func Uint64() uint64 { return uint64(below(math.MaxInt64))<<1 | 1 }

func Int63n(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int63n")
	}
	return below(n)
}

func Int31n(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int31n")
	}
	return int32(below(int64(n)))
}

func Intn(n int) int {
	if n <= 0 {
		panic("invalid argument to Intn")
	}
	return int(below(int64(n)))
}

func Float64() float64 { return [...]float64{0, 0.5, 1 - 0x1p-53}[vtraceChoose(3)] }

func Float32() float32 { return [...]float32{0, 0.5, 1 - 0x1p-24}[vtraceChoose(3)] }

func NormFloat64() float64 { return [...]float64{0, -1, 1}[vtraceChoose(3)] }

func ExpFloat64() float64 { return [...]float64{0.5, 1, 2}[vtraceChoose(3)] }

func Perm(n int) []int {
	m := make([]int, n)
	for i := range n {
		j := int(below(int64(i + 1)))
		m[i] = m[j]
		m[j] = i
	}
	return m
}

func Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}
	for i := n - 1; i > 0; i-- {
		swap(i, int(below(int64(i+1))))
	}
}

func Read(p []byte) (n int, err error) {
	for i := range p {
		p[i] = byte(below(256))
	}
	return len(p), nil
}
