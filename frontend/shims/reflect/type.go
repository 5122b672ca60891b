//go:build vtrace

package reflect

import (
	"iter"
	"unsafe"
)

// Type is the representation of a Go type.
type Type interface {
	Align() int
	FieldAlign() int
	Method(int) Method
	Methods() iter.Seq[Method]
	MethodByName(string) (Method, bool)
	NumMethod() int
	Name() string
	PkgPath() string
	Size() uintptr
	String() string
	Kind() Kind
	Implements(u Type) bool
	AssignableTo(u Type) bool
	ConvertibleTo(u Type) bool
	Comparable() bool
	Bits() int
	ChanDir() ChanDir
	IsVariadic() bool
	Elem() Type
	Field(i int) StructField
	Fields() iter.Seq[StructField]
	FieldByIndex(index []int) StructField
	FieldByName(name string) (StructField, bool)
	FieldByNameFunc(match func(string) bool) (StructField, bool)
	In(i int) Type
	Ins() iter.Seq[Type]
	Key() Type
	Len() int
	NumField() int
	NumIn() int
	NumOut() int
	Out(i int) Type
	Outs() iter.Seq[Type]
	OverflowComplex(x complex128) bool
	OverflowFloat(x float64) bool
	OverflowInt(x int64) bool
	OverflowUint(x uint64) bool
	CanSeq() bool
	CanSeq2() bool
}

// An rtype is a type's number in the machine's type table, from 1; 0 is the type of a nil interface.
type rtype int

func TypeOf(i any) Type { return toType(typeOf(i)) }

func TypeFor[T any]() Type {
	var p *T
	return TypeOf(p).Elem()
}

func toType(t rtype) Type {
	if t == 0 {
		return nil
	}
	return t
}

func (t rtype) String() string            { return typeString(t) }
func (t rtype) Name() string              { return typeName(t) }
func (t rtype) PkgPath() string           { return typePackage(t) }
func (t rtype) Size() uintptr             { return typeSize(t) }
func (t rtype) Kind() Kind                { return typeKind(t) }
func (t rtype) Comparable() bool          { return comparableType(t) }
func (t rtype) AssignableTo(u Type) bool  { return assignableType(t, must(u, "AssignableTo")) }
func (t rtype) ConvertibleTo(u Type) bool { return convertible(t, must(u, "ConvertibleTo")) }
func (t rtype) FieldAlign() int           { return t.Align() }

// Pointers is for DeepEqual: any pointer may be part of a cycle.
func (t rtype) Pointers() bool { return true }

func (t rtype) Implements(u Type) bool {
	if must(u, "Implements").Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return implementsType(t, u.(rtype))
}

func must(u Type, method string) rtype {
	if u == nil {
		panic("reflect: nil type passed to Type." + method)
	}
	return u.(rtype)
}

func (t rtype) Bits() int {
	if k := t.Kind(); k < Int || k > Complex128 {
		panic("reflect: Bits of non-arithmetic Type " + t.String())
	}
	return int(t.Size()) * 8
}

func (t rtype) Align() int {
	switch t.Kind() {
	case Bool, Int8, Uint8:
		return 1
	case Int16, Uint16:
		return 2
	case Int32, Uint32, Float32, Complex64:
		return 4
	case Array:
		return typeElem(t).Align()
	case Struct:
		align := 1
		for i := range numField(t) {
			_, ft, _, _, _, _ := fieldOf(t, i)
			align = max(align, ft.Align())
		}
		return align
	}
	return 8
}

func (t rtype) Elem() Type {
	e := typeElem(t)
	if e == 0 {
		panic("reflect: Elem of invalid type " + t.String())
	}
	return e
}

func (t rtype) Key() Type {
	if t.Kind() != Map {
		panic("reflect: Key of non-map type " + t.String())
	}
	return typeKey(t)
}

func (t rtype) Len() int {
	if t.Kind() != Array {
		panic("reflect: Len of non-array type " + t.String())
	}
	return typeLen(t)
}

func (t rtype) ChanDir() ChanDir {
	if t.Kind() != Chan {
		panic("reflect: ChanDir of non-chan type " + t.String())
	}
	return typeDir(t)
}

func (t rtype) NumField() int {
	if t.Kind() != Struct {
		panic("reflect: NumField of non-struct type " + t.String())
	}
	return numField(t)
}

func (t rtype) Field(i int) StructField {
	if t.Kind() != Struct {
		panic("reflect: Field of non-struct type " + t.String())
	}
	if i < 0 || i >= numField(t) {
		panic("reflect: Field index out of bounds")
	}
	name, ft, embedded, pkg, tag, _ := fieldOf(t, i)
	return StructField{
		Name: name, PkgPath: pkg, Type: ft, Tag: StructTag(tag), Offset: t.fieldOffset(i), Index: []int{i}, Anonymous: embedded,
	}
}

// fieldOffset is where the real compiler puts a field, in bytes.
func (t rtype) fieldOffset(i int) uintptr {
	var at uintptr
	for j := 0; ; j++ {
		_, ft, _, _, _, _ := fieldOf(t, j)
		align := uintptr(ft.Align())
		at = (at + align - 1) / align * align
		if j == i {
			return at
		}
		at += ft.Size()
	}
}

func (t rtype) Fields() iter.Seq[StructField] {
	n := t.NumField()
	return func(yield func(StructField) bool) {
		for i := range n {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func (t rtype) FieldByIndex(index []int) StructField {
	var f StructField
	f.Type = t
	for i, x := range index {
		ft := f.Type
		if i > 0 {
			if ft.Kind() == Pointer && ft.Elem().Kind() == Struct {
				ft = ft.Elem()
			}
		}
		f = ft.Field(x)
	}
	f.Index = append([]int(nil), index...)
	return f
}

func (t rtype) FieldByName(name string) (StructField, bool) {
	return t.FieldByNameFunc(func(s string) bool { return s == name })
}

func (t rtype) FieldByNameFunc(match func(string) bool) (StructField, bool) {
	if t.Kind() != Struct {
		panic("reflect: FieldByNameFunc of non-struct type " + t.String())
	}
	var found StructField
	count := 0
	for _, f := range VisibleFields(t) {
		if !match(f.Name) {
			continue
		}
		switch {
		case count == 0 || len(f.Index) < len(found.Index):
			found, count = f, 1
		case len(f.Index) == len(found.Index):
			count++
		}
	}
	if count != 1 {
		return StructField{}, false
	}
	return found, true
}

func (t rtype) mustBeFunc(method string) {
	if t.Kind() != Func {
		panic("reflect: " + method + " of non-func type " + t.String())
	}
}

func (t rtype) IsVariadic() bool {
	t.mustBeFunc("IsVariadic")
	return isVariadic(t)
}

func (t rtype) NumIn() int {
	t.mustBeFunc("NumIn")
	return numIn(t)
}

func (t rtype) NumOut() int {
	t.mustBeFunc("NumOut")
	return numOut(t)
}

func (t rtype) In(i int) Type {
	t.mustBeFunc("In")
	return typeIn(t, i)
}

func (t rtype) Out(i int) Type {
	t.mustBeFunc("Out")
	return typeOut(t, i)
}

func (t rtype) Ins() iter.Seq[Type] {
	return func(yield func(Type) bool) {
		for i := range t.NumIn() {
			if !yield(t.In(i)) {
				return
			}
		}
	}
}

func (t rtype) Outs() iter.Seq[Type] {
	return func(yield func(Type) bool) {
		for i := range t.NumOut() {
			if !yield(t.Out(i)) {
				return
			}
		}
	}
}

// The methods that reflection knows of a concrete type are those that the program can call anyway.

func (t rtype) NumMethod() int { return numMethod(t) }

func (t rtype) Method(i int) Method {
	if i < 0 || i >= numMethod(t) {
		panic("reflect: Method index out of range")
	}
	name, pkg := methodOf(t, i)
	m := Method{Name: name, PkgPath: pkg, Index: i}
	if fn, typ, _ := methodFunc(t, i); fn != nil {
		m.Type, m.Func = typ, Value{t: typ, ptr: place(fn)}
	}
	return m
}

func (t rtype) Methods() iter.Seq[Method] {
	return func(yield func(Method) bool) {
		for i := range t.NumMethod() {
			if !yield(t.Method(i)) {
				return
			}
		}
	}
}

func (t rtype) MethodByName(name string) (Method, bool) {
	for i := range t.NumMethod() {
		if m := t.Method(i); m.Name == name {
			return m, true
		}
	}
	return Method{}, false
}

func (t rtype) OverflowComplex(x complex128) bool {
	switch t.Kind() {
	case Complex64:
		return overflows32(real(x)) || overflows32(imag(x))
	case Complex128:
		return false
	}
	panic("reflect: OverflowComplex of non-complex type " + t.String())
}

func (t rtype) OverflowFloat(x float64) bool {
	switch t.Kind() {
	case Float32:
		return overflows32(x)
	case Float64:
		return false
	}
	panic("reflect: OverflowFloat of non-float type " + t.String())
}

func overflows32(x float64) bool {
	const largest = 0x1p127 * (1 + (1 - 0x1p-23))
	if x < 0 {
		x = -x
	}
	return largest < x && x <= 1.79769313486231570814527423731704356798070e+308
}

func (t rtype) OverflowInt(x int64) bool {
	switch t.Kind() {
	case Int, Int8, Int16, Int32, Int64:
		shift := 64 - uint(t.Size())*8
		return x != x<<shift>>shift
	}
	panic("reflect: OverflowInt of non-int type " + t.String())
}

func (t rtype) OverflowUint(x uint64) bool {
	switch t.Kind() {
	case Uint, Uintptr, Uint8, Uint16, Uint32, Uint64:
		shift := 64 - uint(t.Size())*8
		return x != x<<shift>>shift
	}
	panic("reflect: OverflowUint of non-uint type " + t.String())
}

func (t rtype) CanSeq() bool {
	switch t.Kind() {
	case Int8, Int16, Int32, Int64, Int, Uint8, Uint16, Uint32, Uint64, Uint, Uintptr, Array, Slice, Chan, String, Map:
		return true
	case Func:
		return yields(t, 1)
	case Pointer:
		return typeElem(t).Kind() == Array
	}
	return false
}

func (t rtype) CanSeq2() bool {
	switch t.Kind() {
	case Array, Slice, String, Map:
		return true
	case Func:
		return yields(t, 2)
	case Pointer:
		return typeElem(t).Kind() == Array
	}
	return false
}

// yields tells whether t is the type of an iterator over n values at a time.
func yields(t rtype, n int) bool {
	if numIn(t) != 1 || numOut(t) != 0 {
		return false
	}
	y := typeIn(t, 0)
	return y.Kind() == Func && numIn(y) == n && numOut(y) == 1 && typeOut(y, 0).Kind() == Bool
}

func PtrTo(t Type) Type { return PointerTo(t) }

func PointerTo(t Type) Type { return made(pointerTo(t.(rtype)), "*"+t.String()) }

func SliceOf(t Type) Type { return made(sliceOf(t.(rtype)), "[]"+t.String()) }

func MapOf(key, elem Type) Type {
	return made(mapOf(key.(rtype), elem.(rtype)), "map["+key.String()+"]"+elem.String())
}

// made is a type that the program may not have.
func made(t rtype, name string) rtype {
	if t == 0 {
		missingType(name)
	}
	return t
}

// missingType ends the run: the program asks for a type that the machine does not know, since it occurs nowhere in it.
func missingType(name string)

// typeOf gives the number of the dynamic type of x, 0 for nil.
func typeOf(x any) rtype

// typeString gives a type as package reflect prints it.
func typeString(t rtype) string

// typeName gives a named type's name without the package, and "" for any other type.
func typeName(t rtype) string

// typePackage gives the import path of a named type.
func typePackage(t rtype) string

func typeSize(t rtype) uintptr
func typeKind(t rtype) Kind

// typeElem gives the element type of a pointer, slice, array, channel or map, 0 for any other type.
func typeElem(t rtype) rtype

// typeKey gives the key type of a map.
func typeKey(t rtype) rtype

// typeLen gives the length of an array.
func typeLen(t rtype) int

// typeDir gives the direction of a channel.
func typeDir(t rtype) ChanDir

// typeUnderlying gives the underlying type; the type itself if it is its own.
func typeUnderlying(t rtype) rtype

// typeSlots gives how many slots of the machine's memory a value takes.
func typeSlots(t rtype) int

func comparableType(t rtype) bool

// implementsType tells whether values of type t have all methods of the interface type u.
func implementsType(t, u rtype) bool

// assignableType tells whether a value of type t can be assigned to a variable of type u.
func assignableType(t, u rtype) bool

// sameShape tells whether two types have identical underlying types, tags ignored.
func sameShape(t, u rtype) bool

func numField(t rtype) int

// fieldOf describes a struct's field; slot is where it begins in the machine's memory.
func fieldOf(t rtype, i int) (name string, typ rtype, embedded bool, pkg, tag string, slot int)

func numIn(t rtype) int
func typeIn(t rtype, i int) rtype
func numOut(t rtype) int
func typeOut(t rtype, i int) rtype
func isVariadic(t rtype) bool

// numMethod counts the methods of an interface type, and the exported ones of any other that the program can call.
func numMethod(t rtype) int

// methodOf gives the name of a method, in the order of names, and the package of an unexported one.
func methodOf(t rtype, i int) (name, pkg string)

// methodFunc gives the function that implements a concrete type's method, its type with the receiver as first parameter, and
// the type without it, 0 if the program has no such type.
func methodFunc(t rtype, i int) (fn unsafe.Pointer, typ, bound rtype)

// pointerTo, sliceOf and mapOf give a type that is made of others, 0 if the program has no such type.
func pointerTo(t rtype) rtype
func sliceOf(t rtype) rtype
func mapOf(key, elem rtype) rtype
