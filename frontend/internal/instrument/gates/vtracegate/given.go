//go:build vtrace

package vtracegate

import "unsafe"

// Set gives a result the value that the trace says: n for nil, e for an error, and otherwise its kind and the value. What is of another
// type stays as it is.
func Set[T any](p *T, value string) {
	at, size := unsafe.Pointer(p), unsafe.Sizeof(*p)
	switch rest := value[1:]; value[0] {
	case 'n':
		var zero T
		*p = zero
	case 'e':
		if e, ok := any(p).(*error); ok {
			*e = failure{}
		}
	case 's':
		if size == unsafe.Sizeof("") {
			*(*string)(at) = rest
		}
	case 'i':
		setInteger(at, size, rest)
	case 'f':
		setFloat(at, size, rest)
	case 'l':
		length, element, _ := cut(rest)
		n := int(integer(length))
		if data := make([]byte, n*int(integer(element))+1); size == unsafe.Sizeof(data) {
			*(*[]byte)(at) = unsafe.Slice(&data[0], n)
		}
	}
}

// A failure is the error of a call that is to fail.
type failure struct{}

func (failure) Error() string { return "some error" }

func setInteger(at unsafe.Pointer, size uintptr, text string) {
	switch n := integer(text); size {
	case 1:
		*(*int8)(at) = int8(n)
	case 2:
		*(*int16)(at) = int16(n)
	case 4:
		*(*int32)(at) = int32(n)
	case 8:
		*(*int64)(at) = n
	}
}

// setFloat knows the numbers that are tried: whole ones.
func setFloat(at unsafe.Pointer, size uintptr, text string) {
	switch n := integer(text); size {
	case 4:
		*(*float32)(at) = float32(n)
	case 8:
		*(*float64)(at) = float64(n)
	}
}

func integer(text string) int64 {
	n, sign := int64(0), int64(1)
	for i := 0; i < len(text); i++ {
		if text[i] == '-' {
			sign = -1
		} else {
			n = n*10 + int64(text[i]-'0')
		}
	}
	return sign * n
}

func cut(text string) (before, after string, found bool) {
	for i := 0; i < len(text); i++ {
		if text[i] == ':' {
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}
