//go:build vtrace

package reflect

import "unsafe"

// Changing values, and making new ones.

func (v Value) mustSet(method string) {
	if v.f&readOnly != 0 {
		panic("reflect: reflect.Value." + method + " using value obtained using unexported field")
	}
	if v.t == 0 {
		panic(&ValueError{"reflect.Value." + method, Invalid})
	}
	if v.f&address == 0 {
		panic("reflect: reflect.Value." + method + " using unaddressable value")
	}
}

func (v Value) exported(method string) {
	if v.t == 0 {
		panic(&ValueError{"reflect.Value." + method, Invalid})
	}
	if v.f&readOnly != 0 {
		panic("reflect: reflect.Value." + method + " using value obtained using unexported field")
	}
}

func (v Value) Set(x Value) {
	v.mustSet("Set")
	x.exported("Set")
	move(v.ptr, x.assignable("reflect.Set", v.t).ptr, typeSlots(v.t))
}

// assignable gives v as a value of type t, to which it is assigned.
func (v Value) assignable(context string, t rtype) Value {
	switch {
	case v.t == t:
		return v
	case !assignableType(v.t, t):
		panic(context + ": value of type " + v.t.String() + " is not assignable to type " + t.String())
	case t.Kind() == Interface:
		x := pack(v.ptr, v.t)
		return Value{t: t, ptr: unsafe.Pointer(&x), f: v.f &^ address}
	}
	v.t = t
	return v
}

func (v Value) SetBool(x bool) {
	v.mustSet("SetBool")
	v.must(Bool, "SetBool")
	*(*bool)(v.ptr) = x
}

func (v Value) SetInt(x int64) {
	v.mustSet("SetInt")
	switch v.Kind() {
	case Int8:
		x = int64(int8(x))
	case Int16:
		x = int64(int16(x))
	case Int32:
		x = int64(int32(x))
	case Int, Int64:
	default:
		v.wrong("SetInt")
	}
	*(*int64)(v.ptr) = x
}

func (v Value) SetUint(x uint64) {
	v.mustSet("SetUint")
	switch v.Kind() {
	case Uint8:
		x = uint64(uint8(x))
	case Uint16:
		x = uint64(uint16(x))
	case Uint32:
		x = uint64(uint32(x))
	case Uint, Uint64, Uintptr:
	default:
		v.wrong("SetUint")
	}
	*(*uint64)(v.ptr) = x
}

func (v Value) SetFloat(x float64) {
	v.mustSet("SetFloat")
	switch v.Kind() {
	case Float32:
		x = float64(float32(x))
	case Float64:
	default:
		v.wrong("SetFloat")
	}
	*(*float64)(v.ptr) = x
}

func (v Value) SetComplex(x complex128) {
	v.mustSet("SetComplex")
	switch v.Kind() {
	case Complex64:
		x = complex128(complex64(x))
	case Complex128:
	default:
		v.wrong("SetComplex")
	}
	*(*complex128)(v.ptr) = x
}

func (v Value) SetString(x string) {
	v.mustSet("SetString")
	v.must(String, "SetString")
	*(*string)(v.ptr) = x
}

func (v Value) SetBytes(x []byte) {
	v.mustSet("SetBytes")
	v.must(Slice, "SetBytes")
	if typeElem(v.t).Kind() != Uint8 {
		panic("reflect.Value.SetBytes of non-byte slice")
	}
	*(*[]byte)(v.ptr) = x
}

func (v Value) SetPointer(x unsafe.Pointer) {
	v.mustSet("SetPointer")
	v.must(UnsafePointer, "SetPointer")
	*(*unsafe.Pointer)(v.ptr) = x
}

func (v Value) SetZero() {
	v.mustSet("SetZero")
	move(v.ptr, alloc(v.t, 1), typeSlots(v.t))
}

func (v Value) SetLen(n int) {
	v.mustSet("SetLen")
	v.must(Slice, "SetLen")
	if uint(n) > uint(v.Cap()) {
		panic("reflect: slice length out of range in SetLen")
	}
	*(*[]byte)(v.ptr) = header(v.pointer(), n, v.Cap())
}

func (v Value) SetCap(n int) {
	v.mustSet("SetCap")
	v.must(Slice, "SetCap")
	if n < v.Len() || n > v.Cap() {
		panic("reflect: slice capacity out of range in SetCap")
	}
	*(*[]byte)(v.ptr) = header(v.pointer(), v.Len(), n)
}

// header makes a slice, whatever its elements are.
func header(p unsafe.Pointer, len, cap int) []byte {
	if p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p), cap)[:len:cap]
}

func (v Value) Slice(i, j int) Value {
	switch v.Kind() {
	case String:
		s := *(*string)(v.ptr)
		if i < 0 || j < i || j > len(s) {
			panic("reflect.Value.Slice: string slice index out of bounds")
		}
		s = s[i:j]
		return Value{t: v.t, ptr: unsafe.Pointer(&s), f: v.f.ro()}
	case Array, Slice:
		return v.slice("reflect.Value.Slice", i, j, v.Cap())
	}
	v.wrong("Slice")
	return Value{}
}

func (v Value) Slice3(i, j, k int) Value {
	switch v.Kind() {
	case Array, Slice:
		return v.slice("reflect.Value.Slice3", i, j, k)
	}
	v.wrong("Slice3")
	return Value{}
}

func (v Value) slice(method string, i, j, k int) Value {
	t, p := v.t, unsafe.Pointer(nil)
	if v.Kind() == Array {
		if !v.CanAddr() {
			panic(method + ": slice of unaddressable array")
		}
		t, p = SliceOf(typeElem(v.t)).(rtype), v.ptr
	} else {
		p = v.pointer()
	}
	if i < 0 || j < i || k < j || k > v.Cap() {
		panic(method + ": slice index out of bounds")
	}
	if p != nil {
		p = offset(p, i*typeSlots(typeElem(t)))
	}
	s := header(p, j-i, k-i)
	return Value{t: t, ptr: unsafe.Pointer(&s), f: v.f.ro()}
}

func (v Value) Grow(n int) {
	v.mustSet("Grow")
	v.must(Slice, "Grow")
	if n < 0 {
		panic("reflect.Value.Grow: negative len")
	}
	length := v.Len()
	if length+n <= v.Cap() {
		return
	}
	c := max(2*v.Cap(), length+n)
	p := alloc(typeElem(v.t), c)
	move(p, v.pointer(), length*typeSlots(typeElem(v.t)))
	*(*[]byte)(v.ptr) = header(p, length, c)
}

func (v Value) Clear() {
	switch v.Kind() {
	case Slice:
		if n := v.Len(); n > 0 {
			move(v.pointer(), alloc(typeElem(v.t), n), n*typeSlots(typeElem(v.t)))
		}
	case Map:
		if m := v.pointer(); m != nil {
			mapClear(m)
		}
	default:
		v.wrong("Clear")
	}
}

func Append(s Value, x ...Value) Value {
	s.must(Slice, "Append")
	n := s.Len()
	r := New(s.t).Elem()
	move(r.ptr, s.ptr, 2)
	r.Grow(len(x))
	r.SetLen(n + len(x))
	for i, e := range x {
		r.Index(n + i).Set(e)
	}
	r.f &^= address
	return r
}

func AppendSlice(s, t Value) Value {
	s.must(Slice, "AppendSlice")
	t.must(Slice, "AppendSlice")
	n, m := s.Len(), t.Len()
	r := New(s.t).Elem()
	move(r.ptr, s.ptr, 2)
	r.Grow(m)
	r.SetLen(n + m)
	Copy(r.Slice(n, n+m), t)
	r.f &^= address
	return r
}

func Copy(dst, src Value) int {
	n := min(dst.Len(), src.Len())
	if src.Kind() == String {
		return copy(dst.Bytes(), src.String())
	}
	if n > 0 {
		move(dst.elements(), src.elements(), n*typeSlots(typeElem(dst.t)))
	}
	return n
}

func (v Value) elements() unsafe.Pointer {
	if v.Kind() == Array {
		return v.ptr
	}
	v.must(Slice, "Copy")
	return v.pointer()
}

func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	if v.Kind() != Slice {
		panic(&ValueError{Method: "Swapper", Kind: v.Kind()})
	}
	n, size, p := v.Len(), typeSlots(typeElem(v.t)), v.pointer()
	tmp := alloc(typeElem(v.t), 1)
	return func(i, j int) {
		if uint(i) >= uint(n) || uint(j) >= uint(n) {
			panic("reflect: slice index out of range")
		}
		a, b := offset(p, i*size), offset(p, j*size)
		move(tmp, a, size)
		move(a, b, size)
		move(b, tmp, size)
	}
}

func Zero(typ Type) Value {
	if typ == nil {
		panic("reflect: Zero(nil)")
	}
	t := typ.(rtype)
	return Value{t: t, ptr: alloc(t, 1)}
}

func New(typ Type) Value {
	if typ == nil {
		panic("reflect: New(nil)")
	}
	p := alloc(typ.(rtype), 1)
	return Value{t: PointerTo(typ).(rtype), ptr: place(p)}
}

func NewAt(typ Type, p unsafe.Pointer) Value {
	return Value{t: PointerTo(typ).(rtype), ptr: place(p)}
}

func MakeSlice(typ Type, len, cap int) Value {
	t := typ.(rtype)
	if t.Kind() != Slice {
		panic("reflect.MakeSlice of non-slice type")
	}
	if len < 0 {
		panic("reflect.MakeSlice: negative len")
	}
	if cap < 0 {
		panic("reflect.MakeSlice: negative cap")
	}
	if len > cap {
		panic("reflect.MakeSlice: len > cap")
	}
	s := header(alloc(typeElem(t), cap), len, cap)
	return Value{t: t, ptr: unsafe.Pointer(&s)}
}

func MakeChan(typ Type, buffer int) Value {
	t := typ.(rtype)
	if t.Kind() != Chan {
		panic("reflect.MakeChan of non-chan type")
	}
	if buffer < 0 {
		panic("reflect.MakeChan: negative buffer size")
	}
	if t.ChanDir() != BothDir {
		panic("reflect.MakeChan: unidirectional channel type")
	}
	return Value{t: t, ptr: place(makeChannel(t, buffer))}
}

// Conversions.

func (v Value) CanConvert(t Type) bool {
	if !v.Type().ConvertibleTo(t) {
		return false
	}
	if v.Kind() == Slice {
		n := -1
		switch {
		case t.Kind() == Array:
			n = t.Len()
		case t.Kind() == Pointer && t.Elem().Kind() == Array:
			n = t.Elem().Len()
		}
		return n <= v.Len()
	}
	return true
}

func convertible(t, u rtype) bool {
	a, b := t.Kind(), u.Kind()
	number := func(k Kind) bool { return k >= Int && k <= Float64 }
	chars := func(t rtype) bool {
		if t.Kind() != Slice || typeElem(t).PkgPath() != "" {
			return false
		}
		k := typeElem(t).Kind()
		return k == Uint8 || k == Int32
	}
	switch {
	case number(a) && number(b):
		return true
	case (a == Complex64 || a == Complex128) && (b == Complex64 || b == Complex128):
		return true
	case a >= Int && a <= Uintptr && b == String:
		return true
	case a == String && chars(u), b == String && chars(t):
		return true
	case a == Slice && b == Array && typeElem(t) == typeElem(u):
		return true
	case a == Slice && b == Pointer && typeElem(u).Kind() == Array && typeElem(typeElem(u)) == typeElem(t):
		return true
	case sameShape(t, u):
		return true
	case a == Pointer && b == Pointer && t.Name() == "" && u.Name() == "" && sameShape(typeElem(t), typeElem(u)):
		return true
	}
	return assignableType(t, u)
}

func (v Value) Convert(typ Type) Value {
	t := typ.(rtype)
	if v.t == 0 {
		panic(&ValueError{"reflect.Value.Convert", Invalid})
	}
	if !convertible(v.t, t) {
		panic("reflect.Value.Convert: value of type " + v.t.String() + " cannot be converted to type " + t.String())
	}
	r := New(t).Elem()
	a, b := v.Kind(), t.Kind()
	signed := func(k Kind) bool { return k >= Int && k <= Int64 }
	unsigned := func(k Kind) bool { return k >= Uint && k <= Uintptr }
	float := func(k Kind) bool { return k == Float32 || k == Float64 }
	switch {
	case signed(a) && signed(b):
		r.SetInt(v.Int())
	case signed(a) && unsigned(b):
		r.SetUint(uint64(v.Int()))
	case signed(a) && float(b):
		r.SetFloat(float64(v.Int()))
	case signed(a) && b == String:
		s := "\uFFFD"
		if x := v.Int(); int64(rune(x)) == x {
			s = string(rune(x))
		}
		r.SetString(s)
	case unsigned(a) && signed(b):
		r.SetInt(int64(v.Uint()))
	case unsigned(a) && unsigned(b):
		r.SetUint(v.Uint())
	case unsigned(a) && float(b):
		r.SetFloat(float64(v.Uint()))
	case unsigned(a) && b == String:
		s := "\uFFFD"
		if x := v.Uint(); uint64(rune(x)) == x {
			s = string(rune(x))
		}
		r.SetString(s)
	case float(a) && signed(b):
		r.SetInt(int64(v.Float()))
	case float(a) && unsigned(b):
		r.SetUint(uint64(v.Float()))
	case float(a) && float(b):
		r.SetFloat(v.Float())
	case v.CanComplex():
		r.SetComplex(v.Complex())
	case a == String && b == Slice && typeElem(t).Kind() == Uint8:
		*(*[]byte)(r.ptr) = []byte(v.String())
	case a == String && b == Slice:
		*(*[]rune)(r.ptr) = []rune(v.String())
	case a == Slice && b == String && typeElem(v.t).Kind() == Uint8:
		*(*string)(r.ptr) = string(v.Bytes())
	case a == Slice && b == String:
		*(*string)(r.ptr) = string(v.runes())
	case a == Slice && b == Array:
		if v.Len() < typeLen(t) {
			panic("reflect: cannot convert slice with length " + number(v.Len()) + " to array with length " + number(typeLen(t)))
		}
		if typeLen(t) > 0 {
			move(r.ptr, v.pointer(), typeSlots(t))
		}
	case a == Slice && b == Pointer:
		if n := typeLen(typeElem(t)); v.Len() < n {
			panic("reflect: cannot convert slice with length " + number(v.Len()) + " to pointer to array with length " + number(n))
		}
		move(r.ptr, v.ptr, 1)
	case b == Interface:
		*(*any)(r.ptr) = pack(v.ptr, v.t)
	default:
		move(r.ptr, v.ptr, typeSlots(t))
	}
	r.f = v.f.ro()
	return r
}

// number prints a small number that is not negative.
func number(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return number(n/10) + string(rune('0'+n%10))
}

// alloc gives the address of n fresh zero values of type t, one after the other.
func alloc(t rtype, n int) unsafe.Pointer

// move copies some slots.
func move(dst, src unsafe.Pointer, slots int)

// makeChannel makes a channel of type t.
func makeChannel(t rtype, buffer int) unsafe.Pointer
