package image

import (
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// The shapes of types, as crates/program numbers them.
const (
	shapeBasic = iota
	shapePointer
	shapeSlice
	shapeArray
	shapeStruct
	shapeMap
	shapeChan
	shapeSignature
	shapeInterface
	shapeTuple
	shapeIterator
)

// basics gives the numbers of the basic types.
var basics = map[types.BasicKind]byte{
	types.Bool: 0, types.Int: 1, types.Int8: 2, types.Int16: 3, types.Int32: 4, types.Int64: 5,
	types.Uint: 6, types.Uint8: 7, types.Uint16: 8, types.Uint32: 9, types.Uint64: 10, types.Uintptr: 11,
	types.Float32: 12, types.Float64: 13, types.Complex64: 14, types.Complex128: 15,
	types.String: 16, types.UnsafePointer: 17, types.UntypedNil: 18, types.Invalid: 19,
	// Untyped constants occur as operands of shifts and of print; they have their default types.
	types.UntypedBool: 0, types.UntypedInt: 1, types.UntypedRune: 4, types.UntypedFloat: 13,
	types.UntypedComplex: 15, types.UntypedString: 16,
}

// typ gives the index of a type. Identical types have the same.
func (e *encoder) typ(t types.Type) int {
	t = types.Unalias(t)
	if b, ok := t.(*types.Basic); ok {
		if b.Info()&types.IsUntyped != 0 && b.Kind() != types.UntypedNil {
			t = types.Default(b)
		} else if b.Kind() != types.UntypedNil && b.Kind() != types.Invalid && b.Kind() != types.UnsafePointer {
			t = types.Typ[b.Kind()] // byte and rune
		}
	}
	if i := e.types.At(t); i != nil {
		return i.(int)
	}
	i := len(e.typeList)
	e.types.Set(t, i)
	e.typeList = append(e.typeList, t)
	return i
}

// methodTables numbers the methods of the types that are in interfaces.
func (e *encoder) methodTables() {
	e.program.RuntimeTypes(func(t types.Type, selections []*types.Selection) {
		index := e.typ(t)
		var entries []methodEntry
		for _, s := range selections {
			if f, ok := e.functions[e.program.SSA.MethodValue(s)]; ok {
				entries = append(entries, methodEntry{e.method(s.Obj().(*types.Func)), f})
			}
		}
		sort.Slice(entries, func(i, j int) bool { return entries[i].method < entries[j].method })
		e.tables[index] = entries
	})
}

func (e *encoder) method(f *types.Func) int {
	sig := f.Signature()
	plain := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	number, ok := e.signatures.At(plain).(int)
	if !ok {
		number = e.signatures.Len()
		e.signatures.Set(plain, number)
	}
	m := method{name: f.Name(), signature: number, typ: -1}
	if e.program.HasFunctions() {
		m.typ = e.typ(plain)
	}
	if !f.Exported() {
		m.pkg = f.Pkg().Path()
	}
	return e.methods.of(m)
}

// writeTypes writes the table. Writing a type may add others at its end.
func (e *encoder) writeTypes(w *writer) {
	var body writer
	for i := 0; i < len(e.typeList); i++ {
		e.writeType(&body, i, e.typeList[i])
	}
	w.index(len(e.typeList))
	w.b = append(w.b, body.b...)
}

func (e *encoder) writeType(w *writer, index int, t types.Type) {
	e.string(w, e.typeName(t))
	pkg, named := "", false
	switch t := t.(type) {
	case *types.Named:
		named = true
		if t.Obj().Pkg() != nil {
			pkg = t.Obj().Pkg().Path()
		}
	case *types.Basic:
		named = true
	}
	e.string(w, pkg)
	w.flag(named)
	u := t.Underlying()
	if opaque(t) {
		w.index(index)
		w.number(8)
		w.flag(false)
		w.index(0)
		w.byte(shapeIterator)
		return
	}
	if b, ok := u.(*types.Basic); ok && b == t {
		w.index(index)
	} else {
		w.index(e.typ(u))
	}
	w.number(e.size(t))
	w.flag(types.Comparable(t))
	entries := e.tables[index]
	w.index(len(entries))
	for _, m := range entries {
		w.index(m.method)
		w.index(m.function)
	}
	e.writeShape(w, u)
}

// opaque recognises go/ssa's own types, of the iterator of a range and of a stack of deferred calls.
func opaque(t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pos().IsValid() || n.Obj().Pkg() == nil {
		return false
	}
	return n.Obj().Name() == "rangeIter" || n.Obj().Name() == "deferStack"
}

func (e *encoder) size(t types.Type) (size uint64) {
	defer func() {
		if recover() != nil {
			size = 0 // a type that failed to check, in a cut package
		}
	}()
	if _, ok := t.(*types.Tuple); ok {
		return 0
	}
	n := e.program.Sizes.Sizeof(t)
	if n < 0 {
		return 0
	}
	return uint64(n)
}

func (e *encoder) writeShape(w *writer, t types.Type) {
	switch t := t.(type) {
	case *types.Basic:
		w.byte(shapeBasic)
		w.byte(basics[t.Kind()])
	case *types.Pointer:
		w.byte(shapePointer)
		w.index(e.typ(t.Elem()))
	case *types.Slice:
		w.byte(shapeSlice)
		w.index(e.typ(t.Elem()))
	case *types.Array:
		w.byte(shapeArray)
		w.number(uint64(max(t.Len(), 0)))
		w.index(e.typ(t.Elem()))
	case *types.Struct:
		w.byte(shapeStruct)
		w.index(t.NumFields())
		for i := range t.NumFields() {
			f := t.Field(i)
			e.string(w, f.Name())
			w.index(e.typ(f.Type()))
			w.flag(f.Embedded())
			if f.Exported() || f.Pkg() == nil {
				e.string(w, "")
			} else {
				e.string(w, f.Pkg().Path())
			}
			e.string(w, t.Tag(i))
		}
	case *types.Map:
		w.byte(shapeMap)
		w.index(e.typ(t.Key()))
		w.index(e.typ(t.Elem()))
	case *types.Chan:
		w.byte(shapeChan)
		w.byte(byte(t.Dir())) // SendRecv, SendOnly, RecvOnly
		w.index(e.typ(t.Elem()))
	case *types.Signature:
		w.byte(shapeSignature)
		e.writeTuple(w, t.Params())
		e.writeTuple(w, t.Results())
		w.flag(t.Variadic())
	case *types.Interface:
		w.byte(shapeInterface)
		ids := make([]int, t.NumMethods())
		for i := range ids {
			ids[i] = e.method(t.Method(i))
		}
		sort.Ints(ids)
		w.index(len(ids))
		for _, id := range ids {
			w.index(id)
		}
	case *types.Tuple:
		w.byte(shapeTuple)
		e.writeTuple(w, t)
	default: // a type parameter: only in code that is not exported
		w.byte(shapeBasic)
		w.byte(basics[types.Invalid])
	}
}

func (e *encoder) writeTuple(w *writer, t *types.Tuple) {
	w.index(t.Len())
	for i := range t.Len() {
		w.index(e.typ(t.At(i).Type()))
	}
}

// signature gives a function's type with the receiver as its first parameter.
func signature(f *ssa.Function) *types.Signature {
	sig := f.Signature
	if sig.Recv() == nil {
		return sig
	}
	params := []*types.Var{sig.Recv()}
	for i := range sig.Params().Len() {
		params = append(params, sig.Params().At(i))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}
