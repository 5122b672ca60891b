//go:build vtrace

package atomic

import _ "unsafe"

//go:linkname vtCall
func vtCall(name string)
