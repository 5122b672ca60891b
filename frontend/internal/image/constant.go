package image

import (
	"go/constant"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// The kinds of literals, as crates/program numbers them.
const (
	literalZero = iota
	literalBool
	literalInt
	literalFloat
	literalComplex
	literalString
)

// A constantKey is a typed constant in a comparable form.
type constantKey struct {
	typ    int
	kind   byte
	bits   uint64 // an integer's bits, a boolean, or a float's or real part's bits
	bits2  uint64 // the imaginary part's bits
	string string
}

// constant gives the index of a constant.
func (e *encoder) constant(c *ssa.Const) int {
	k := constantKey{typ: e.typ(c.Type())}
	basic, _ := c.Type().Underlying().(*types.Basic)
	if c.Value == nil || basic == nil {
		k.kind = literalZero
		return e.constants.of(k)
	}
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		k.kind = literalBool
		if constant.BoolVal(c.Value) {
			k.bits = 1
		}
	case info&types.IsInteger != 0 || basic.Kind() == types.UnsafePointer:
		k.kind = literalInt
		v := constant.ToInt(c.Value)
		if i, ok := constant.Int64Val(v); ok {
			k.bits = uint64(i)
		} else if u, ok := constant.Uint64Val(v); ok {
			k.bits = u
		}
	case info&types.IsFloat != 0:
		k.kind = literalFloat
		k.bits = math.Float64bits(floatValue(c.Value, basic.Kind() == types.Float32))
	case info&types.IsComplex != 0:
		k.kind = literalComplex
		single := basic.Kind() == types.Complex64
		v := constant.ToComplex(c.Value)
		k.bits = math.Float64bits(floatValue(constant.Real(v), single))
		k.bits2 = math.Float64bits(floatValue(constant.Imag(v), single))
	case info&types.IsString != 0:
		k.kind = literalString
		if c.Value.Kind() == constant.String {
			k.string = constant.StringVal(c.Value)
		} else { // string(65)
			i, _ := constant.Int64Val(constant.ToInt(c.Value))
			k.string = string(rune(i))
		}
	}
	return e.constants.of(k)
}

func floatValue(v constant.Value, single bool) float64 {
	v = constant.ToFloat(v)
	if single {
		f, _ := constant.Float32Val(v)
		return float64(f)
	}
	f, _ := constant.Float64Val(v)
	return f
}

func (e *encoder) writeConstants(w *writer) {
	w.index(len(e.constants.list))
	for _, c := range e.constants.list {
		w.index(c.typ)
		w.byte(c.kind)
		switch c.kind {
		case literalBool:
			w.byte(byte(c.bits))
		case literalInt:
			w.signed(int64(c.bits))
		case literalFloat:
			w.float(math.Float64frombits(c.bits))
		case literalComplex:
			w.float(math.Float64frombits(c.bits))
			w.float(math.Float64frombits(c.bits2))
		case literalString:
			w.bytes(c.string)
		}
	}
}
