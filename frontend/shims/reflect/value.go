//go:build vtrace

package reflect

import (
	"iter"
	"unsafe"
)

// A Value is a type and the place where a value of it lies in memory. What is not addressable lies in a copy that
// nobody else has. The machine's slots say themselves what they hold, so that numbers of all sizes are
// read alike.
type Value struct {
	t   rtype // 0 in the zero Value
	ptr unsafe.Pointer
	f   bits
	m   int // if not 0, the value is a method of what is described, the one with the index before
}

// bits say how a value was come by.
type bits uint8

const (
	stickyRO bits = 1 << iota // through an unexported field that is not embedded
	embedRO                   // through an unexported embedded field
	address                   // it lies in a variable

	readOnly = stickyRO | embedRO
)

func (f bits) ro() bits {
	if f&readOnly != 0 {
		return stickyRO
	}
	return 0
}

func ValueOf(i any) Value {
	if i == nil {
		return Value{}
	}
	return Value{t: typeOf(i), ptr: place(i)}
}

func (v Value) typ() rtype { return v.t }

func (v Value) kind() Kind { return v.Kind() }

func (v Value) Kind() Kind {
	if v.t == 0 {
		return Invalid
	}
	if v.m != 0 {
		return Func
	}
	return typeKind(v.t)
}

func (v Value) Type() Type {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Type", Invalid})
	}
	if v.m != 0 {
		_, _, t := methodFunc(v.t, v.m-1)
		return made(t, "func of method "+v.t.Method(v.m-1).Name)
	}
	return v.t
}

func (v Value) IsValid() bool { return v.t != 0 }

func (v Value) CanAddr() bool { return v.f&address != 0 }

func (v Value) CanSet() bool { return v.f&(address|readOnly) == address }

func (v Value) CanInterface() bool {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.CanInterface", Invalid})
	}
	return v.f&readOnly == 0
}

func (v Value) CanInt() bool     { k := v.Kind(); return k >= Int && k <= Int64 }
func (v Value) CanUint() bool    { k := v.Kind(); return k >= Uint && k <= Uintptr }
func (v Value) CanFloat() bool   { k := v.Kind(); return k == Float32 || k == Float64 }
func (v Value) CanComplex() bool { k := v.Kind(); return k == Complex64 || k == Complex128 }

func (v Value) Interface() any { return valueInterface(v, true) }

func valueInterface(v Value, safe bool) any {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Interface", Invalid})
	}
	if safe && v.f&readOnly != 0 {
		panic("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	if v.m != 0 {
		missingType("func of method " + v.t.Method(v.m-1).Name)
	}
	return pack(v.ptr, v.t)
}

func TypeAssert[T any](v Value) (T, bool) {
	x, ok := v.Interface().(T)
	return x, ok
}

// wrong panics, since a method does not go with the value's kind.
func (v Value) wrong(method string) {
	panic(&ValueError{"reflect.Value." + method, v.Kind()})
}

func (v Value) must(k Kind, method string) {
	if v.Kind() != k {
		v.wrong(method)
	}
}

func (v Value) Bool() bool {
	v.must(Bool, "Bool")
	return *(*bool)(v.ptr)
}

func (v Value) Int() int64 {
	if !v.CanInt() {
		v.wrong("Int")
	}
	return *(*int64)(v.ptr)
}

func (v Value) Uint() uint64 {
	if !v.CanUint() {
		v.wrong("Uint")
	}
	return *(*uint64)(v.ptr)
}

func (v Value) Float() float64 {
	if !v.CanFloat() {
		v.wrong("Float")
	}
	return *(*float64)(v.ptr)
}

func (v Value) Complex() complex128 {
	if !v.CanComplex() {
		v.wrong("Complex")
	}
	return *(*complex128)(v.ptr)
}

func (v Value) String() string {
	switch v.Kind() {
	case String:
		return *(*string)(v.ptr)
	case Invalid:
		return "<invalid Value>"
	}
	return "<" + v.Type().String() + " Value>"
}

func (v Value) Bytes() []byte {
	switch v.Kind() {
	case Slice:
		if typeElem(v.t).Kind() != Uint8 {
			panic("reflect.Value.Bytes of non-byte slice")
		}
		return *(*[]byte)(v.ptr)
	case Array:
		if typeElem(v.t).Kind() != Uint8 {
			panic("reflect.Value.Bytes of non-byte array")
		}
		if !v.CanAddr() {
			panic("reflect.Value.Bytes of unaddressable byte array")
		}
		return unsafe.Slice((*byte)(v.ptr), typeLen(v.t))
	}
	v.wrong("Bytes")
	return nil
}

func (v Value) runes() []rune {
	v.must(Slice, "runes")
	return *(*[]rune)(v.ptr)
}

// Headers of slices, maps and channels look the same, whatever the types of their elements.

func (v Value) Len() int {
	switch v.Kind() {
	case Slice:
		return len(*(*[]byte)(v.ptr))
	case String:
		return len(*(*string)(v.ptr))
	case Array:
		return typeLen(v.t)
	case Map:
		return len(*(*map[int]int)(v.ptr))
	case Chan:
		return len(*(*chan int)(v.ptr))
	case Pointer:
		if e := typeElem(v.t); e.Kind() == Array {
			return typeLen(e)
		}
		panic("reflect: call of reflect.Value.Len on ptr to non-array Value")
	}
	v.wrong("Len")
	return 0
}

func (v Value) Cap() int {
	switch v.Kind() {
	case Slice:
		return cap(*(*[]byte)(v.ptr))
	case Array:
		return typeLen(v.t)
	case Chan:
		return cap(*(*chan int)(v.ptr))
	case Pointer:
		if e := typeElem(v.t); e.Kind() == Array {
			return typeLen(e)
		}
		panic("reflect: call of reflect.Value.Cap on ptr to non-array Value")
	}
	v.wrong("Cap")
	return 0
}

func (v Value) IsNil() bool {
	switch v.Kind() {
	case Chan, Func, Map, Pointer, UnsafePointer, Interface, Slice:
		return v.m == 0 && *(*unsafe.Pointer)(v.ptr) == nil
	}
	v.wrong("IsNil")
	return false
}

// pointer is the pointer that the value is, or that is in its first slot.
func (v Value) pointer() unsafe.Pointer { return *(*unsafe.Pointer)(v.ptr) }

func (v Value) UnsafePointer() unsafe.Pointer {
	switch v.Kind() {
	case Pointer, Chan, Map, UnsafePointer, Func, Slice:
		return v.pointer()
	case String:
		return unsafe.Pointer(unsafe.StringData(v.String()))
	}
	v.wrong("UnsafePointer")
	return nil
}

func (v Value) Pointer() uintptr {
	switch v.Kind() {
	case Pointer, Chan, Map, UnsafePointer, Func, Slice:
		return addressOf(v.pointer())
	case String:
		return addressOf(unsafe.Pointer(unsafe.StringData(v.String())))
	}
	v.wrong("Pointer")
	return 0
}

func (v Value) UnsafeAddr() uintptr {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.UnsafeAddr", Invalid})
	}
	if !v.CanAddr() {
		panic("reflect.Value.UnsafeAddr of unaddressable value")
	}
	return addressOf(v.ptr)
}

func (v Value) Addr() Value {
	if !v.CanAddr() {
		panic("reflect.Value.Addr of unaddressable value")
	}
	p := v.ptr
	return Value{t: PointerTo(v.t).(rtype), ptr: place(p), f: v.f.ro()}
}

func (v Value) Elem() Value {
	switch v.Kind() {
	case Interface:
		x := ValueOf(*(*any)(v.ptr))
		if x.t != 0 {
			x.f |= v.f.ro()
		}
		return x
	case Pointer:
		p := v.pointer()
		if p == nil {
			return Value{}
		}
		return Value{t: typeElem(v.t), ptr: p, f: v.f&readOnly | address}
	}
	v.wrong("Elem")
	return Value{}
}

func Indirect(v Value) Value {
	if v.Kind() != Pointer {
		return v
	}
	return v.Elem()
}

func (v Value) NumField() int {
	v.must(Struct, "NumField")
	return numField(v.t)
}

func (v Value) Field(i int) Value {
	v.must(Struct, "Field")
	if i < 0 || i >= numField(v.t) {
		panic("reflect: Field index out of range")
	}
	_, t, embedded, pkg, _, slot := fieldOf(v.t, i)
	f := v.f & (stickyRO | address)
	if pkg != "" {
		if embedded {
			f |= embedRO
		} else {
			f |= stickyRO
		}
	}
	return Value{t: t, ptr: offset(v.ptr, slot), f: f}
}

func (v Value) FieldByIndex(index []int) Value {
	if len(index) == 1 {
		return v.Field(index[0])
	}
	v.must(Struct, "FieldByIndex")
	for i, x := range index {
		if i > 0 && v.Kind() == Pointer && typeElem(v.t).Kind() == Struct {
			if v.IsNil() {
				panic("reflect: indirection through nil pointer to embedded struct")
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}

func (v Value) FieldByName(name string) Value {
	v.must(Struct, "FieldByName")
	if f, ok := v.t.FieldByName(name); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

func (v Value) FieldByNameFunc(match func(string) bool) Value {
	if f, ok := v.t.FieldByNameFunc(match); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}

func (v Value) Index(i int) Value {
	switch v.Kind() {
	case Array:
		if uint(i) >= uint(typeLen(v.t)) {
			panic("reflect: array index out of range")
		}
		e := typeElem(v.t)
		return Value{t: e, ptr: offset(v.ptr, i*typeSlots(e)), f: v.f&address | v.f.ro()}
	case Slice:
		if uint(i) >= uint(v.Len()) {
			panic("reflect: slice index out of range")
		}
		e := typeElem(v.t)
		return Value{t: e, ptr: offset(v.pointer(), i*typeSlots(e)), f: address | v.f.ro()}
	case String:
		s := *(*string)(v.ptr)
		if uint(i) >= uint(len(s)) {
			panic("reflect: string index out of range")
		}
		x := ValueOf(s[i])
		x.f = v.f.ro()
		return x
	}
	v.wrong("Index")
	return Value{}
}

func (v Value) IsZero() bool {
	switch v.Kind() {
	case Bool:
		return !v.Bool()
	case Int, Int8, Int16, Int32, Int64:
		return v.Int() == 0
	case Uint, Uint8, Uint16, Uint32, Uint64, Uintptr:
		return v.Uint() == 0
	case Float32, Float64:
		return v.Float() == 0 && 1/v.Float() > 0
	case Complex64, Complex128:
		c := v.Complex()
		return c == 0 && 1/real(c) > 0 && 1/imag(c) > 0
	case Array:
		for i := range v.Len() {
			if !v.Index(i).IsZero() {
				return false
			}
		}
		return true
	case Chan, Func, Interface, Map, Pointer, Slice, UnsafePointer:
		return v.IsNil()
	case String:
		return v.Len() == 0
	case Struct:
		for i := range v.NumField() {
			if !v.Field(i).IsZero() && fieldName(v.t, i) != "_" {
				return false
			}
		}
		return true
	}
	panic(&ValueError{"reflect.Value.IsZero", v.Kind()})
}

func fieldName(t rtype, i int) string {
	name, _, _, _, _, _ := fieldOf(t, i)
	return name
}

func (v Value) Comparable() bool {
	switch v.Kind() {
	case Invalid:
		return true
	case Interface:
		return v.IsNil() || v.Elem().Comparable()
	case Array:
		for i := range v.Len() {
			if !v.Index(i).Comparable() {
				return false
			}
		}
		return true
	case Func, Map, Slice:
		return false
	case Struct:
		for i := range v.NumField() {
			if !v.Field(i).Comparable() {
				return false
			}
		}
		return true
	}
	return true
}

func (v Value) Equal(u Value) bool {
	if v.Kind() == Interface {
		v = v.Elem()
	}
	if u.Kind() == Interface {
		u = u.Elem()
	}
	if !v.IsValid() || !u.IsValid() {
		return v.IsValid() == u.IsValid()
	}
	if v.t != u.t {
		return false
	}
	switch v.Kind() {
	case Func, Map, Slice:
		panic("reflect.Value.Equal: invalid Kind" + " " + v.Kind().String())
	}
	return valueInterface(v, false) == valueInterface(u, false)
}

func (v Value) NumMethod() int {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.NumMethod", Invalid})
	}
	if v.m != 0 {
		return 0
	}
	return numMethod(v.t)
}

func (v Value) Method(i int) Value {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Method", Invalid})
	}
	if v.m != 0 || uint(i) >= uint(numMethod(v.t)) {
		panic("reflect: Method index out of range")
	}
	if v.Kind() == Interface {
		if v.IsNil() {
			panic("reflect: Method on nil interface value")
		}
		name, _ := methodOf(v.t, i)
		return v.Elem().MethodByName(name)
	}
	v.f &^= address
	v.m = i + 1
	return v
}

func (v Value) MethodByName(name string) Value {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.MethodByName", Invalid})
	}
	if m, ok := v.t.MethodByName(name); ok && v.m == 0 {
		return v.Method(m.Index)
	}
	return Value{}
}

func (v Value) Methods() iter.Seq2[Method, Value] {
	return func(yield func(Method, Value) bool) {
		for i := range v.NumMethod() {
			if !yield(v.t.Method(i), v.Method(i)) {
				return
			}
		}
	}
}

func (v Value) Fields() iter.Seq2[StructField, Value] {
	v.must(Struct, "Fields")
	return func(yield func(StructField, Value) bool) {
		for i := range v.NumField() {
			if !yield(v.t.Field(i), v.Field(i)) {
				return
			}
		}
	}
}

func (v Value) OverflowComplex(x complex128) bool { return v.t.OverflowComplex(x) }
func (v Value) OverflowFloat(x float64) bool      { return v.t.OverflowFloat(x) }
func (v Value) OverflowInt(x int64) bool          { return v.t.OverflowInt(x) }
func (v Value) OverflowUint(x uint64) bool        { return v.t.OverflowUint(x) }

// place gives the address of a copy of the value in x that nobody else has.
func place(x any) unsafe.Pointer

// pack gives the value of type t at p as an interface; if t is one itself, what is in it.
func pack(p unsafe.Pointer, t rtype) any

// offset gives the address some slots further.
func offset(p unsafe.Pointer, slots int) unsafe.Pointer

// addressOf gives a pointer, channel, map or function as a number.
func addressOf(p unsafe.Pointer) uintptr
