//go:build vtrace

package testing

import (
	"fmt"
	"reflect"
)

// An F runs its function with the seeds that Add gave it.
type F struct {
	*common
	seeds  [][]any
	called bool
}

func vtraceFuzz(name string, f func(*F)) {
	t := newTest(&newRoot().common, name)
	t.direct = true
	defer exit(t.common.self())
	t.update("=== RUN   " + name + "\n")
	tRunner(t, func(t *T) { f(&F{common: &t.common}) })
}

func (f *F) Helper()       { f.common.addHelper(callerName(1)) }
func (f *F) Fail()         { f.common.Fail() }
func (f *F) Skipped() bool { return f.common.Skipped() }

func (f *F) Add(args ...any) { f.seeds = append(f.seeds, args) }

func (f *F) Fuzz(ff any) {
	if f.called {
		panic("testing: F.Fuzz called more than once")
	}
	f.called = true
	fn := reflect.ValueOf(ff)
	if fn.Kind() != reflect.Func {
		panic("testing: F.Fuzz must receive a function")
	}
	if fn.Type().NumIn() < 2 || fn.Type().In(0) != reflect.TypeOf((*T)(nil)) {
		panic("testing: fuzz target must receive at least two arguments, where the first argument is a *T")
	}
	for i, seed := range f.seeds {
		if len(seed) != fn.Type().NumIn()-1 {
			panic(fmt.Sprintf("testing: fuzz target takes %d values, but seed#%d has %d", fn.Type().NumIn()-1, i, len(seed)))
		}
		t := newTest(f.common, fmt.Sprintf("%s/seed#%d", f.name, i))
		t.update("=== RUN   " + t.name + "\n")
		go tRunner(t, func(t *T) {
			args := []reflect.Value{reflect.ValueOf(t)}
			for _, x := range seed {
				args = append(args, reflect.ValueOf(x))
			}
			fn.Call(args)
		})
		<-t.signal
	}
}
