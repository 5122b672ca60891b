//go:build vtrace

package runtime

import (
	"internal/abi"
	"internal/runtime/maps"
	"unsafe"
)

// The order in which a map is visited is drawn by lot. Here the lot is drawn again until it is the one that the plan has, or the one that comes
// nearest to it: Go has fewer orders than the language allows.

// vtDraws is how often the lot is drawn at most.
const vtDraws = 500

func vtMapOrder(t *abi.MapType, m *maps.Map, it *maps.Iter) {
	if getg().vt != nil && m != nil {
		vtDo.mapOrder(t, m, it)
	}
}

func vtMapOrderNow(t *abi.MapType, m *maps.Map, it *maps.Iter) {
	gp := getg()
	v := gp.vt
	if vt.free || m.Used() < 2 || gp.m.locks != 0 || gp.m.throwing != 0 || gp.m.dying != 0 {
		return
	}
	if _, _, _, ok := vtCaller(v, 0); !ok {
		return
	}
	v.ranges++
	want := v.keys()
	if len(want) == 0 {
		return
	}
	best, most := *it, -1
	for range vtDraws {
		trial := *it
		n := 0
		for trial.Next(); n < len(want) && trial.Key() != nil && vtKey(t.Key, trial.Key()) == want[n]; trial.Next() {
			n++
		}
		if n > most {
			best, most = *it, n
		}
		if n == len(want) {
			break
		}
		*it = maps.Iter{}
		it.Init(t, m)
	}
	*it = best
}

// keys gives the keys to come in the map that is visited now.
func (v *vtG) keys() []string {
	var want []string
	for i := v.next; i < v.count; i++ {
		if e := v.at(i); e.op == "key" && e.line == v.ranges {
			want = append(want, e.key)
		}
	}
	return want
}

// vtKey spells a key: i and the number, or s and the bytes in hexadecimal.
func vtKey(t *abi.Type, key unsafe.Pointer) string {
	switch t.Kind() {
	case abi.Bool, abi.Uint8:
		return "i" + vtText(int(*(*uint8)(key)))
	case abi.Int8:
		return "i" + vtText(int(*(*int8)(key)))
	case abi.Int16:
		return "i" + vtText(int(*(*int16)(key)))
	case abi.Uint16:
		return "i" + vtText(int(*(*uint16)(key)))
	case abi.Int32:
		return "i" + vtText(int(*(*int32)(key)))
	case abi.Uint32:
		return "i" + vtText(int(*(*uint32)(key)))
	case abi.Int, abi.Int64, abi.Uint, abi.Uint64, abi.Uintptr:
		return "i" + vtText(int(*(*int64)(key)))
	case abi.String:
		const digits = "0123456789abcdef"
		text := []byte("s")
		for _, b := range []byte(*(*string)(key)) {
			text = append(text, digits[b>>4], digits[b&15])
		}
		return string(text)
	}
	return "?"
}
