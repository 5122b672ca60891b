//go:build vtrace

package sync

// A Map is a plain map whose operations are atomic. Range visits a snapshot, in the order in which the keys were first
// stored, which is one of the orders that the real one may take.
type Map struct {
	_ noCopy

	keys   []any
	values map[any]any
}

//vtrace:atomic
func (m *Map) Load(key any) (value any, ok bool) {
	value, ok = m.values[key]
	return value, ok
}

//vtrace:atomic
func (m *Map) Store(key, value any) { m.set(key, value) }

//vtrace:atomic
func (m *Map) Clear() { m.keys, m.values = nil, nil }

//vtrace:atomic
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	if actual, loaded = m.values[key]; loaded {
		return actual, true
	}
	m.set(key, value)
	return value, false
}

//vtrace:atomic
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	value, loaded = m.values[key]
	if loaded {
		m.remove(key)
	}
	return value, loaded
}

//vtrace:atomic
func (m *Map) Delete(key any) { m.remove(key) }

//vtrace:atomic
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	previous, loaded = m.values[key]
	m.set(key, value)
	return previous, loaded
}

//vtrace:atomic
func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	value, ok := m.values[key]
	if !ok || value != old {
		return false
	}
	m.set(key, new)
	return true
}

//vtrace:atomic
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	value, ok := m.values[key]
	if !ok || value != old {
		return false
	}
	m.remove(key)
	return true
}

func (m *Map) Range(f func(key, value any) bool) {
	for _, key := range m.snapshot() {
		value, ok := m.Load(key)
		if ok && !f(key, value) {
			break
		}
	}
}

//vtrace:atomic
func (m *Map) snapshot() []any { return append([]any(nil), m.keys...) }

func (m *Map) set(key, value any) {
	if _, ok := m.values[key]; !ok {
		if m.values == nil {
			m.values = map[any]any{}
		}
		m.keys = append(m.keys, key)
	}
	m.values[key] = value
}

func (m *Map) remove(key any) {
	if _, ok := m.values[key]; !ok {
		return
	}
	delete(m.values, key)
	for i, k := range m.keys {
		if k == key {
			m.keys = append(m.keys[:i:i], m.keys[i+1:]...)
			return
		}
	}
}
