//go:build vtrace

package maps

// unhashableTypeError is the panic value of a map operation with a key that cannot be compared.
//
//vtrace:root
type unhashableTypeError string

func (e unhashableTypeError) RuntimeError() {}

func (e unhashableTypeError) Error() string { return string(e) }
