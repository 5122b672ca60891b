//go:build vtrace

package reflect

import "unsafe"

func (v Value) Call(in []Value) []Value {
	v.must(Func, "Call")
	v.exported("Call")
	return v.call("Call", in)
}

func (v Value) CallSlice(in []Value) []Value {
	v.must(Func, "CallSlice")
	v.exported("CallSlice")
	return v.call("CallSlice", in)
}

func (v Value) call(op string, in []Value) []Value {
	if v.m != 0 {
		fn, t, _ := methodFunc(v.t, v.m-1)
		v.m = 0
		in = append([]Value{v}, in...)
		v = Value{t: t, ptr: place(fn)}
	}
	if v.IsNil() {
		panic("reflect.Value.Call: call of nil function")
	}
	n := numIn(v.t)
	if isVariadic(v.t) && op == "Call" {
		n--
		if len(in) < n {
			panic("reflect: Call with too few input arguments")
		}
		t := typeIn(v.t, n)
		rest := MakeSlice(t, len(in)-n, len(in)-n)
		for i := n; i < len(in); i++ {
			move(rest.Index(i-n).ptr, in[i].assignable("reflect: cannot use value in Call", typeElem(t)).ptr, typeSlots(typeElem(t)))
		}
		in = append(append([]Value(nil), in[:n]...), rest)
		n++
	}
	if len(in) < n {
		panic("reflect: " + op + " with too few input arguments")
	}
	if len(in) > n {
		panic("reflect: " + op + " with too many input arguments")
	}
	slots := 0
	for i, x := range in {
		x.exported(op)
		if xt, t := x.t, typeIn(v.t, i); !assignableType(xt, t) {
			panic("reflect: " + op + " using " + xt.String() + " as type " + t.String())
		}
		slots += typeSlots(typeIn(v.t, i))
	}
	args := make([]unsafe.Pointer, slots+1)
	at := 0
	for i, x := range in {
		t := typeIn(v.t, i)
		move(offset(unsafe.Pointer(&args[0]), at), x.assignable("reflect.Value.Call", t).ptr, typeSlots(t))
		at += typeSlots(t)
	}
	results := new([32]unsafe.Pointer)
	*results = invoke(v.pointer(), unsafe.Pointer(&args[0]), slots)
	out := make([]Value, numOut(v.t))
	at = 0
	for i := range out {
		t := typeOut(v.t, i)
		out[i] = Value{t: t, ptr: offset(unsafe.Pointer(results), at)}
		at += typeSlots(t)
	}
	return out
}

// invoke calls a function with arguments that take some slots; its results lie in the array's first ones.
func invoke(f, args unsafe.Pointer, slots int) [32]unsafe.Pointer
