// Package calc is tested beside.
package calc

import "errors"

// ErrDivide is returned for a zero divisor.
var ErrDivide = errors.New("divide by zero")

// Div divides.
func Div(a, b int) (int, error) {
	if b == 0 {
		return 0, ErrDivide
	}
	return a / b, nil
}
