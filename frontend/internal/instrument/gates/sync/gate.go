//go:build vtrace

package sync

import _ "unsafe"

// The gates of the runtime.

//go:linkname vtCall
func vtCall(name string)

//go:linkname vtRest
func vtRest(name string)

//go:linkname vtSoft
func vtSoft(name string)

//go:linkname vtPlanned
func vtPlanned() bool
