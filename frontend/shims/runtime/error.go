//go:build vtrace

package runtime

// The values of run-time panics. The machine makes them; their texts are the real runtime's.

// An Error identifies a run-time error.
//
//vtrace:root
type Error interface {
	error
	RuntimeError()
}

// errorString is the panic value of most run-time errors, without the common prefix.
//
//vtrace:root
type errorString string

func (e errorString) RuntimeError() {}

func (e errorString) Error() string { return "runtime error: " + string(e) }

// boundsError is the panic value of an index or slice expression out of range.
//
//vtrace:root
type boundsError string

func (e boundsError) RuntimeError() {}

func (e boundsError) Error() string { return "runtime error: " + string(e) }

// plainError is the panic value of errors without the common prefix, as "close of closed channel".
//
//vtrace:root
type plainError string

func (e plainError) RuntimeError() {}

func (e plainError) Error() string { return string(e) }

// A TypeAssertionError explains a failed type assertion.
//
//vtrace:root
type TypeAssertionError struct {
	text string
}

func (*TypeAssertionError) RuntimeError() {}

func (e *TypeAssertionError) Error() string { return e.text }

// A PanicNilError is the panic value of panic(nil).
//
//vtrace:root
type PanicNilError struct {
	_ [0]func()
}

func (*PanicNilError) Error() string {
	return "panic called with nil argument"
}

func (*PanicNilError) RuntimeError() {}
