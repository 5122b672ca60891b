//go:build !ignored

package pool

// Limit is there unless a tag says otherwise.
const Limit = 3
