package program

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vtrace.dev/frontend/internal/load"
)

const library = `package library

import "sync"

var limit, fixed = 0, 1
var set int

type pool struct{ jobs chan int }

type worker interface{ work() }

type one struct{}

func (one) work() {}

func Configure(n int) { set = n }

func Plain(n int) int { return n + limit + fixed }

func Channel(n int) chan int { return make(chan int, n+set) }

func Locks() {
	var mu sync.Mutex
	mu.Lock()
}

func Literal(w worker) func() { return func() { go w.work() } }

func CallsLocks() { func() { Locks() }() }

func Group() {
	var g sync.WaitGroup
	g.Go(func() {})
}

func TakesChannel(c chan int) { go func() { c <- 1 }() }

func TakesGroup(g *sync.WaitGroup) { go g.Done() }

func (p *pool) start() { go func() { p.jobs <- 1 }() }

func (p pool) stop() { close(p.jobs) }

func Generic[T any](v T) chan T { return make(chan T) }

func Used[T any](v T) chan T { return Inner(v) }

func Inner[T any](v T) chan T { return make(chan T) }

func Uses() { Used(1); Used("a") }

type box[T any] struct{ v T }

func (b *box[T]) send() chan T { return make(chan T) }

func (b *box[T]) idle() {}

type list[T any] struct{ v T }

func (l list[T]) all() chan T { return make(chan T) }

func Sends(b *box[int]) { b.send(); b.idle() }
`

func buildLibrary(t *testing.T, wanted Wanted) *Program {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/library\n\ngo 1.25\n", "library.go": library} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := load.Load(load.Options{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(loaded, wanted, true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func entryNames(p *Program) []string {
	var names []string
	for _, e := range p.Entries {
		if e.Kind == Caller {
			names = append(names, "calls: "+e.Name)
			continue
		}
		names = append(names, e.Name)
	}
	return names
}

func TestFunctionsThatMakeTheirOwnConcurrencyAreEntries(t *testing.T) {
	p := buildLibrary(t, Wanted{Functions: true})
	want := []string{
		"Channel", "Locks", "Literal", "Group", "(*pool).start", "Inner[int]", "Inner[string]", "(*box[int]).send",
		"calls: CallsLocks", "calls: Sends",
	}
	if got := entryNames(p); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var generic []string
	for _, f := range p.Generic {
		generic = append(generic, f.Function)
	}
	if want := []string{"Generic", "list.all"}; !slices.Equal(generic, want) {
		t.Errorf("generic: got %v, want %v", generic, want)
	}
	for _, g := range p.Globals {
		if unset := g.Name() == "set"; p.Cut(g) != unset && p.PackageOf(p.Entries[0].Function).Types == g.Pkg.Pkg {
			t.Errorf("%s: unknown is %v", g.Name(), !unset)
		}
	}
	reached := false
	for _, f := range p.Functions {
		reached = reached || f.Function.Name() == "work"
	}
	if !reached {
		t.Error("a type that an unknown interface may hold was not reached")
	}
}

func TestMethodsCanBeNamed(t *testing.T) {
	for _, name := range []string{"pool.start", "(*pool).start", "library.pool.start", "example.com/library.(*pool).start"} {
		if got := entryNames(buildLibrary(t, Wanted{Names: []string{name}})); !slices.Equal(got, []string{"(*pool).start"}) {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if got := entryNames(buildLibrary(t, Wanted{Names: []string{"pool.stop", "Plain"}})); !slices.Equal(got, []string{"Plain", "pool.stop"}) {
		t.Errorf("got %v", got)
	}
}

func TestWhatAnEntryAssignsToItselfIsKnown(t *testing.T) {
	for name, unknown := range map[string]bool{"Configure": false, "Channel": true} {
		p := buildLibrary(t, Wanted{Names: []string{name}})
		found := false
		for g := range p.unset {
			found = found || g.Name() == "set"
		}
		if found != unknown {
			t.Errorf("%s: set is unknown: %v, want %v", name, found, unknown)
		}
	}
}
