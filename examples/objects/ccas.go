package objects

import "sync/atomic"

// CCAS is a conditional compare-and-swap on a number: it swaps only while a flag is set. An operation first puts a
// descriptor of itself into the cell; whoever finds the descriptor of another completes that operation first. Make one
// with NewCCAS.
type CCAS struct {
	flag atomic.Bool
	cell atomic.Pointer[content]
}

// content is what the cell holds: a number, or an operation under way.
type content struct {
	number    int
	operation *operation
}

type operation struct {
	before   *content // what the cell held, with number old
	old, new int
}

// NewCCAS returns a cell that holds number, with the flag unset.
func NewCCAS(number int) *CCAS {
	c := &CCAS{}
	c.cell.Store(&content{number: number})
	return c
}

// SetFlag sets or unsets the flag.
func (c *CCAS) SetFlag(set bool) {
	c.flag.Store(set)
}

// Swap makes the cell hold replacement if it holds expected and the flag is set. It returns what the cell held.
func (c *CCAS) Swap(expected, replacement int) int {
	for {
		held := c.cell.Load()
		if held.operation != nil {
			c.complete(held)
			continue
		}
		if held.number != expected {
			return held.number
		}
		mine := &content{operation: &operation{before: held, old: expected, new: replacement}}
		if c.cell.CompareAndSwap(held, mine) {
			c.complete(mine)
			return expected
		}
	}
}

// complete finishes the operation in descriptor, whoever started it. It takes effect at the reading of the flag of
// the one whose compare-and-swap succeeds, which nobody knows until then.
func (c *CCAS) complete(descriptor *content) {
	operation := descriptor.operation
	result := operation.before
	if c.flag.Load() {
		result = &content{number: operation.new}
	}
	c.cell.CompareAndSwap(descriptor, result)
}
