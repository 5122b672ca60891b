//go:build vtrace

package os

import _ "unsafe"

//go:linkname vtWrite
func vtWrite()

//go:linkname vtExit
func vtExit()
