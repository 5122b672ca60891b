//go:build vtrace

package reflect

import "unsafe"

// A MapIter visits the entries that a map has when the iteration begins, in the order in which they were stored. Those that
// are removed before it comes to them are left out.
type MapIter struct {
	m       Value
	serials []int
	started bool
	entry   unsafe.Pointer // key and value; nil before the first and after the last one
}

func (v Value) MapRange() *MapIter {
	v.must(Map, "MapRange")
	return &MapIter{m: v}
}

func (it *MapIter) Reset(v Value) {
	if v.IsValid() {
		v.must(Map, "Reset")
	}
	*it = MapIter{m: v}
}

func (it *MapIter) Next() bool {
	if !it.m.IsValid() {
		panic("MapIter.Next called on an iterator that does not have an associated map Value")
	}
	m := it.m.pointer()
	if !it.started {
		it.started = true
		if m != nil {
			it.serials = mapSerials(m)
		}
	} else if it.entry == nil {
		panic("MapIter.Next called on exhausted iterator")
	}
	it.entry = nil
	for it.entry == nil && len(it.serials) > 0 {
		it.entry = mapEntry(m, it.serials[0])
		it.serials = it.serials[1:]
	}
	return it.entry != nil
}

func (it *MapIter) current(method string) unsafe.Pointer {
	if !it.started {
		panic("MapIter." + method + " called before Next")
	}
	if it.entry == nil {
		panic("MapIter." + method + " called on exhausted iterator")
	}
	return it.entry
}

func (it *MapIter) Key() Value {
	return Value{t: typeKey(it.m.t), ptr: it.current("Key"), f: it.m.f.ro()}
}

func (it *MapIter) Value() Value {
	p := offset(it.current("Value"), typeSlots(typeKey(it.m.t)))
	return Value{t: typeElem(it.m.t), ptr: p, f: it.m.f.ro()}
}

func (v Value) SetIterKey(it *MapIter)   { v.Set(it.Key()) }
func (v Value) SetIterValue(it *MapIter) { v.Set(it.Value()) }

func (v Value) MapKeys() []Value {
	v.must(Map, "MapKeys")
	keys := make([]Value, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		keys = append(keys, it.Key())
	}
	return keys
}

func (v Value) MapIndex(key Value) Value {
	v.must(Map, "MapIndex")
	m := v.pointer()
	if m == nil {
		return Value{}
	}
	key = key.assignable("reflect.Value.MapIndex", typeKey(v.t))
	p := mapGet(m, key.ptr)
	if p == nil {
		return Value{}
	}
	return Value{t: typeElem(v.t), ptr: p, f: (v.f | key.f).ro()}
}

func (v Value) SetMapIndex(key, elem Value) {
	v.must(Map, "SetMapIndex")
	v.exported("SetMapIndex")
	key.exported("SetMapIndex")
	key = key.assignable("reflect.Value.SetMapIndex", typeKey(v.t))
	m := v.pointer()
	if elem.t == 0 {
		if m != nil {
			mapDelete(m, key.ptr)
		}
		return
	}
	elem.exported("SetMapIndex")
	elem = elem.assignable("reflect.Value.SetMapIndex", typeElem(v.t))
	if m == nil {
		var none map[int]int
		none[0] = 0 // panics
	}
	mapSet(m, key.ptr, elem.ptr, typeSlots(elem.t))
}

func MakeMap(typ Type) Value { return MakeMapWithSize(typ, 0) }

func MakeMapWithSize(typ Type, n int) Value {
	t := typ.(rtype)
	if t.Kind() != Map {
		panic("reflect.MakeMapWithSize of non-map type")
	}
	return Value{t: t, ptr: place(makeMap(t))}
}

// mapSerials gives the numbers by which a map knows its entries.
func mapSerials(m unsafe.Pointer) []int

// mapEntry gives the address of a copy of an entry's key and value, nil if it is no longer there.
func mapEntry(m unsafe.Pointer, serial int) unsafe.Pointer

func mapClear(m unsafe.Pointer)

// mapGet gives the address of a copy of the value that belongs to the key at an address, nil if there is none.
func mapGet(m, key unsafe.Pointer) unsafe.Pointer

// mapSet stores copies of what is at the addresses; the value takes some slots.
func mapSet(m, key, elem unsafe.Pointer, slots int)

func mapDelete(m, key unsafe.Pointer)

// makeMap makes a map of type t.
func makeMap(t rtype) unsafe.Pointer
