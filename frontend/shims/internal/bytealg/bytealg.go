//go:build vtrace

//vtrace:noinit

// Package bytealg is assembly on most machines; here is the same in Go. The machine may know these functions and be
// faster.
package bytealg

// MaxLen is what it is on a machine with AVX2, so that strings and bytes take the same paths everywhere.
var MaxLen int = 63

const MaxBruteForce = 64

func Cutover(n int) int { return (n + 16) / 8 }

func Compare(a, b []byte) int { return CompareString(string(a), string(b)) }

func CompareString(a, b string) int {
	if a < b {
		return -1
	}
	if a > b {
		return +1
	}
	return 0
}

func Count(b []byte, c byte) int { return countGeneric(b, c) }

func CountString(s string, c byte) int { return countGenericString(s, c) }

func countGeneric(b []byte, c byte) int {
	n := 0
	for _, x := range b {
		if x == c {
			n++
		}
	}
	return n
}

func countGenericString(s string, c byte) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}

func IndexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

func IndexByteString(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func Index(a, b []byte) int { return IndexString(string(a), string(b)) }

func IndexString(a, b string) int {
	for i := 0; i+len(b) <= len(a); i++ {
		if a[i:i+len(b)] == b {
			return i
		}
	}
	return -1
}

func MakeNoZero(n int) []byte { return make([]byte, n) }
