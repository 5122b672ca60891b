package image

import "math"

// A writer appends the primitives of the binary form.
type writer struct{ b []byte }

// number appends an unsigned LEB128 number.
func (w *writer) number(n uint64) {
	for n >= 0x80 {
		w.b = append(w.b, byte(n)|0x80)
		n >>= 7
	}
	w.b = append(w.b, byte(n))
}

func (w *writer) index(n int) { w.number(uint64(n)) }

// signed appends a zigzag number.
func (w *writer) signed(n int64) { w.number(uint64(n)<<1 ^ uint64(n>>63)) }

func (w *writer) byte(b byte) { w.b = append(w.b, b) }

func (w *writer) flag(b bool) {
	if b {
		w.byte(1)
	} else {
		w.byte(0)
	}
}

// float appends the eight bytes of a float64, little-endian.
func (w *writer) float(f float64) {
	bits := math.Float64bits(f)
	for i := range 8 {
		w.byte(byte(bits >> (8 * i)))
	}
}

// bytes appends a length and raw bytes.
func (w *writer) bytes(s string) {
	w.index(len(s))
	w.b = append(w.b, s...)
}
