// Package user instantiates ds from elsewhere.
package user

import "example.com/genericpkg/ds"

// P is a pair.
var P = ds.Pair[string, int]{First: "p", Second: 1}

// NewStack returns an instance as any.
func NewStack() any { return ds.Stack[int]{} }

// Sum iterates.
func Sum(s *ds.Stack[int]) (n int) {
	for v := range s.All {
		n += v
	}
	return
}

// Bump counts on the same instance as main.
func Bump() int { return ds.Counter("x") }
