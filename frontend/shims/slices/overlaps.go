//go:build vtrace

package slices

// overlaps compares addresses one by one, since the machine's have no order.
func overlaps[E any](a, b []E) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for i := range b {
		if &b[i] == &a[0] {
			return true
		}
	}
	for i := range a {
		if &a[i] == &b[0] {
			return true
		}
	}
	return false
}
