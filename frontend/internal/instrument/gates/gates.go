// Package gates holds the Go files that replay adds to the standard library. Their build tag keeps them out of every other
// build; the instrumenter removes it.
package gates

import "embed"

// Files has a directory for each package of the standard library: the last element of its path.
//
//go:embed runtime sync atomic os testing vtracegate
var Files embed.FS
