//go:build vtrace

package bits

// errorString stands for the runtime's, which this package shares by linkname.
type errorString string

func (e errorString) RuntimeError() {}

func (e errorString) Error() string { return "runtime error: " + string(e) }

var (
	overflowError error = errorString("integer overflow")
	divideError   error = errorString("integer divide by zero")
)
