//go:build vtrace

package abi

import "unsafe"

// Escape analysis does not concern the machine.

func NoEscape(p unsafe.Pointer) unsafe.Pointer { return p }

func Escape[T any](x T) T { return x }

func EscapeNonString[T any](v T) {}

func EscapeToResultNonString[T any](v T) T { return v }
