//go:build vtrace

// Package reflectlite is as much of reflection as errors, sort and context need. Types are known by their numbers in
// the machine's type table, from 1; 0 is the type of a nil interface.
package reflectlite

import "internal/abi"

type Type interface {
	Name() string
	PkgPath() string
	Size() uintptr
	Kind() Kind
	Implements(u Type) bool
	AssignableTo(u Type) bool
	Comparable() bool
	String() string
	Elem() Type
}

type rtype int

func TypeOf(i any) Type {
	if t := typeOf(i); t != 0 {
		return rtype(t)
	}
	return nil
}

func (t rtype) Name() string             { return typeName(int(t)) }
func (t rtype) PkgPath() string          { return typePackage(int(t)) }
func (t rtype) Size() uintptr            { return typeSize(int(t)) }
func (t rtype) Kind() Kind               { return abi.Kind(typeKind(int(t))) }
func (t rtype) Implements(u Type) bool   { return implementsType(int(t), int(u.(rtype))) }
func (t rtype) AssignableTo(u Type) bool { return assignableType(int(t), int(u.(rtype))) }
func (t rtype) Comparable() bool         { return comparableType(int(t)) }
func (t rtype) String() string           { return typeString(int(t)) }

func (t rtype) Elem() Type {
	e := typeElem(int(t))
	if e == 0 {
		panic("reflect: Elem of invalid type " + t.String())
	}
	return rtype(e)
}

// typeOf gives the number of the dynamic type of x, 0 for nil.
func typeOf(x any) int

// typeString gives a type as package reflect prints it.
func typeString(t int) string

// typeName gives a named type's name without the package, and "" for any other type.
func typeName(t int) string

// typePackage gives the import path of a named type.
func typePackage(t int) string

func typeSize(t int) uintptr

// typeKind gives the kind as package reflect numbers them.
func typeKind(t int) int

// typeElem gives the element type of a pointer, slice, array, channel or map, 0 for any other type.
func typeElem(t int) int

func comparableType(t int) bool

// implementsType tells whether values of type t have all methods of the interface type u.
func implementsType(t, u int) bool

// assignableType tells whether a value of type t can be assigned to a variable of type u.
func assignableType(t, u int) bool

// A Value is that in x, or with indirect what the pointer in x points to.
type Value struct {
	x        any
	indirect bool
}

func ValueOf(i any) Value { return Value{x: i} }

func (v Value) IsValid() bool { return v.x != nil }

func (v Value) Type() Type {
	if v.indirect {
		return TypeOf(v.x).Elem()
	}
	return TypeOf(v.x)
}

func (v Value) Kind() Kind { return v.Type().Kind() }

func (v Value) Elem() Value { return Value{x: v.x, indirect: true} }

func (v Value) IsNil() bool { return isNil(v.x) }

func (v Value) Len() int { return length(v.x) }

func (v Value) Set(x Value) { assign(v.x, x.x) }

// isNil tells whether the pointer, slice, map, channel or function in x is nil.
func isNil(x any) bool

// length gives the length of the slice, array, string, map or channel in x.
func length(x any) int

// assign stores value into the variable that the pointer in p points to. The types fit.
func assign(p, value any)

// swap exchanges two elements of the slice in x.
func swap(x any, i, j int)

func Swapper(slice any) func(i, j int) {
	if abi.Kind(typeKind(typeOf(slice))) != abi.Slice {
		panic(&ValueError{Method: "Swapper", Kind: abi.Kind(typeKind(typeOf(slice)))})
	}
	n := length(slice)
	return func(i, j int) {
		if uint(i) >= uint(n) || uint(j) >= uint(n) {
			panic("reflect: slice index out of range")
		}
		swap(slice, i, j)
	}
}

func (e *ValueError) Error() string {
	if e.Kind == 0 {
		return "reflect: call of " + e.Method + " on zero Value"
	}
	return "reflect: call of " + e.Method + " on " + e.Kind.String() + " Value"
}
