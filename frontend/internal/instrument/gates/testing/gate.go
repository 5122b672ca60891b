//go:build vtrace

package testing

import _ "unsafe"

//go:linkname vtReturned
func vtReturned()
