//go:build vtrace

package testing

import _ "unsafe"

//go:linkname vtCall
func vtCall(name string)
