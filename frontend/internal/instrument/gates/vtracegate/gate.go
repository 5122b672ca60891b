//go:build vtrace

// Package vtracegate is what instrumented files call before they read or write memory.
package vtracegate

import _ "unsafe"

// At is the gate before a statement that stands on these lines.
func At(from, to int) { access(from, to, 0) }

// Load is the gate before what a statement reads.
func Load(from, to int) { access(from, to, 1) }

// Store is the gate before what it writes then.
func Store(from, to int) { access(from, to, 2) }

// Then is [Store] between the value of an assignment and the assignment.
func Then[T any](from, to int, value T) T {
	access(from, to, 2)
	return value
}

//go:linkname access runtime.vtAccess
func access(from, to, which int)

// Mark tells that what a comment says at a place does not hold.
func Mark(place, text string) { mark(place, text) }

//go:linkname mark runtime.vtMark
func mark(place, text string)
