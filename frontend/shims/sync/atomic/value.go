//go:build vtrace

package atomic

// A Value holds one value, always of the same type.
type Value struct {
	v any
}

//vtrace:atomic
func (v *Value) Load() (val any) { return v.v }

//vtrace:atomic
func (v *Value) Store(val any) {
	v.check("store", val)
	v.v = val
}

//vtrace:atomic
func (v *Value) Swap(new any) (old any) {
	v.check("swap", new)
	old, v.v = v.v, new
	return old
}

//vtrace:atomic
func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	if old != nil && !sameType(old, new) {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	if v.v != nil && !sameType(v.v, new) {
		panic("sync/atomic: compare and swap of inconsistently typed value into Value")
	}
	if v.v != old {
		return false
	}
	v.v = new
	return true
}

func (v *Value) check(what string, new any) {
	if new == nil {
		panic("sync/atomic: " + what + " of nil value into Value")
	}
	if v.v != nil && !sameType(v.v, new) {
		panic("sync/atomic: " + what + " of inconsistently typed value into Value")
	}
}

// sameType tells whether two values have the same dynamic type.
func sameType(a, b any) bool
