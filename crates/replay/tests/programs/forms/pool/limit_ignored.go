//go:build ignored

package pool

// Limit is not there.
const Limit = "none"
