// Package program turns loaded packages into the SSA functions that a set of entry points can reach.
package program

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
	"vtrace.dev/frontend/internal/load"
)

// EntryKind says how an entry is started. The numbers are those of the image.
type EntryKind int

// The kinds of entries.
const (
	Main EntryKind = iota
	Test
	Benchmark
	Example
	Fuzz
	Function
	// Caller is a function that calls one of those, and is no entry of its own.
	Caller
)

// An Entry is a place where execution can start.
type Entry struct {
	Name     string
	Package  string
	Kind     EntryKind
	Inits    []*ssa.Function // package initialisers, in the order in which they run
	Function *ssa.Function
	Runner   *ssa.Function
	GODEBUG  string
}

// A Program is what the entries reach.
type Program struct {
	*load.Program
	SSA       *ssa.Program
	Entries   []Entry
	Functions []Reached
	Globals   []*ssa.Global
	reach     *reach
	packages  map[*types.Package]*load.Package
	unset     map[*ssa.Global]bool
	only      *load.Package          // the entries are in this package alone
	prepared  map[*ssa.Function]bool // those whose instructions are in order
	// Generic are the functions that would be entries if somebody said with which types.
	Generic []load.BrokenPackage
}

// Wanted says which entries to take.
type Wanted struct {
	// Names are those of entries, or of other functions, to which the arguments are unknown. If there are none, all mains and
	// tests are meant.
	Names []string
	// Functions means all functions that make their own concurrency, and nothing else.
	Functions bool
}

// ErrNothing means that there is no entry in the packages that match.
var ErrNothing = errors.New("nothing to run")

// Build makes the SSA and finds what the entries reach. If there are none, that is [ErrNothing], and the program is still one.
func Build(loaded *load.Program, wanted Wanted, check bool) (*Program, error) {
	var known []types.Object
	for {
		dropped := trim(loaded.Packages, known)
		p, err := build(loaded, wanted, check)
		if err != nil {
			return p, err
		}
		// Names alone may miss a use; then SSA has found a function or variable that was dropped.
		missed := p.missed(dropped)
		if len(missed) == 0 {
			return p, nil
		}
		known = append(known, missed...)
		dropped.undo(loaded.Packages)
	}
}

// missed lists what was dropped and is needed all the same.
func (p *Program) missed(dropped *trimming) []types.Object {
	var list []types.Object
	for _, f := range p.Functions {
		fn := f.Function
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if obj := fn.Object(); obj != nil && fn.Synthetic == "" && dropped.bodies[obj] != nil {
			list = append(list, obj)
		}
	}
	for _, g := range p.Globals {
		if obj := g.Object(); obj != nil && dropped.unset[obj] {
			list = append(list, obj)
		}
	}
	return list
}

func build(loaded *load.Program, wanted Wanted, check bool) (*Program, error) {
	mode := ssa.InstantiateGenerics | ssa.BareInits
	if check {
		mode |= ssa.SanityCheckFunctions
	}
	p := &Program{
		Program: loaded, SSA: ssa.NewProgram(loaded.Fset, mode),
		packages: map[*types.Package]*load.Package{}, prepared: map[*ssa.Function]bool{},
	}
	for _, pkg := range loaded.Packages {
		p.packages[pkg.Types] = pkg
		s := p.SSA.CreatePackage(pkg.Types, pkg.Syntax, pkg.Info, pkg.Standard)
		if !pkg.Standard {
			s.SetDebugMode(true)
		}
	}
	p.SSA.Build()
	return p, p.follow(wanted)
}

// Part gives what the entries of one of the program's packages reach, as if nothing else had been loaded.
func (p *Program) Part(pkg *load.Package, wanted Wanted) (*Program, error) {
	part := &Program{Program: p.Program.Part(pkg), SSA: p.SSA, packages: p.packages, prepared: p.prepared, only: pkg}
	return part, part.follow(wanted)
}

// follow finds the entries, and what they reach.
func (p *Program) follow(wanted Wanted) error {
	std := map[*types.Package]bool{}
	for _, pkg := range p.Packages {
		std[pkg.Types] = pkg.Standard
	}
	p.reach = newReach(p.SSA, std)
	if err := p.findEntries(wanted); err != nil {
		return err
	}
	if p.HasFunctions() {
		p.findUnset()
		p.reach.implementers = implementers(p.Packages)
	}
	p.roots()
	for _, e := range p.Entries {
		p.reach.function(e.Function)
		p.reach.function(e.Runner)
		for _, init := range e.Inits {
			p.reach.function(init)
		}
	}
	p.reach.run()
	p.Functions = p.reach.order
	if !wanted.Functions {
		p.keepOwn()
	}
	for _, f := range p.Functions {
		if p.prepared[f.Function] {
			continue
		}
		p.prepared[f.Function] = true
		runDefers(f.Function)
		if pkg := p.PackageOf(f.Function); pkg != nil && !pkg.Standard {
			reorder(f.Function, pkg.Info)
		}
	}
	p.Globals = p.reach.globals()
	return nil
}

// matches tells whether a package is one whose entries are wanted.
func (p *Program) matches(pkg *load.Package) bool {
	return pkg.Match && (p.only == nil || p.only == pkg)
}

// roots reaches what the machine itself needs: the shims' declarations that say so.
func (p *Program) roots() {
	for _, pkg := range p.Packages {
		members := p.SSA.Package(pkg.Types)
		for _, name := range pkg.Roots {
			switch m := members.Members[name].(type) {
			case *ssa.Function:
				p.reach.function(m)
			case *ssa.Type:
				for _, t := range []types.Type{m.Type(), types.NewPointer(m.Type())} {
					p.reach.runtimeType(t, true)
					if rt, ok := p.reach.types.At(t).(*runtimeType); ok {
						for i := range rt.set.Len() {
							p.reach.method(rt, keyOf(rt.set.At(i).Obj().(*types.Func)))
						}
					}
				}
			}
		}
		if pkg.Path == "sync" {
			for method, function := range map[string]string{"Get": "poolFresh", "Put": "poolForget"} {
				if f := members.Func(function); f != nil {
					p.reach.fresh["(*sync.Pool)."+method] = f
				}
			}
		}
	}
}

// findEntries fills Entries, in the order of packages and of declarations.
func (p *Program) findEntries(which Wanted) error {
	names := which.Names
	wanted := map[string]bool{}
	for _, n := range names {
		wanted[n] = true
	}
	found := map[string]bool{}
	add := func(pkg *load.Package, f *ssa.Function, kind EntryKind) {
		name := entryName(f)
		switch {
		case len(names) > 0:
			any := false
			for _, name := range []string{name, plainName(name)} {
				for _, n := range []string{name, pkg.Path + "." + name, pkg.Name + "." + name} {
					if wanted[n] {
						found[n], any = true, true
					}
				}
			}
			if !any {
				return
			}
		case which.Functions:
			if kind == Main {
				kind = Function // its arguments are unknown, too
			}
			if kind != Function || takesPrimitive(f) || !makesConcurrency(f) {
				return
			}
		case kind == Function:
			return
		}
		e := Entry{Name: name, Package: pkg.Path, Kind: kind, Function: f, GODEBUG: p.GODEBUG(pkg)}
		if name := runners[kind]; name != "" {
			e.Runner = p.runner(pkg, name)
		}
		p.Entries = append(p.Entries, e)
	}
	owners := map[*ssa.Function]*load.Package{}
	for _, pkg := range p.Packages {
		if !p.matches(pkg) {
			continue
		}
		s := p.SSA.Package(pkg.Types)
		list := p.functions(s)
		if len(names) > 0 || which.Functions {
			list = append(list, p.methods(s)...)
			instances := p.instances(s)
			list = append(list, instances...)
			if which.Functions && pkg.User() {
				p.findGeneric(pkg, s, instances)
			}
		}
		for _, f := range list {
			inTest := strings.HasSuffix(p.Fset.Position(f.Pos()).Filename, "_test.go")
			if pkg.ForTest == pkg.Path && !inTest {
				continue // a package's test variant has all of its functions again
			}
			owners[f] = pkg
			kind := Function
			if f.Name() == "main" && pkg.Name == "main" {
				kind = Main
			} else if inTest {
				kind = testKind(f)
				if kind == Function && which.Functions {
					continue // what helps tests is not what one wants to know
				}
			}
			add(pkg, f, kind)
		}
	}
	for _, n := range names {
		if !found[n] {
			return &load.UserError{Messages: []string{fmt.Sprintf("no function %s in %s", n, p.Describe())}}
		}
	}
	if len(p.Entries) == 0 {
		return ErrNothing
	}
	if which.Functions {
		p.addCallers(owners)
	}
	inits := map[string][]*ssa.Function{}
	for i := range p.Entries {
		e := &p.Entries[i]
		pkg := owners[e.Function]
		if inits[pkg.ID] == nil {
			inits[pkg.ID] = p.initOrder(pkg)
		}
		e.Inits = inits[pkg.ID]
	}
	return nil
}

// runners are the functions of the testing shim that start entries.
var runners = map[EntryKind]string{Test: "vtraceTest", Benchmark: "vtraceBenchmark", Fuzz: "vtraceFuzz"}

func (p *Program) runner(pkg *load.Package, name string) *ssa.Function {
	for _, q := range p.Packages {
		if q.Path == "testing" {
			return p.SSA.Package(q.Types).Func(name)
		}
	}
	return nil
}

// functions lists the package-level functions in the order of the text.
func (p *Program) functions(pkg *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	for _, m := range pkg.Members {
		if f, ok := m.(*ssa.Function); ok && f.Synthetic == "" && f.TypeParams().Len() == 0 && f.Pos() != token.NoPos {
			list = append(list, f)
		}
	}
	p.inOrder(list)
	return list
}

// inOrder sorts functions by their places in the text, and instances at one place by their names. Files are parsed side by
// side, so that their places in the FileSet are no order.
func (p *Program) inOrder(list []*ssa.Function) {
	at := make(map[*ssa.Function]token.Position, len(list))
	for _, f := range list {
		at[f] = p.Fset.Position(f.Pos())
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := at[list[i]], at[list[j]]
		switch {
		case a.Filename != b.Filename:
			return a.Filename < b.Filename
		case a.Offset != b.Offset:
			return a.Offset < b.Offset
		}
		return list[i].String() < list[j].String()
	})
}

// testKind recognises tests by name and parameter, as `go test` does.
func testKind(f *ssa.Function) EntryKind {
	sig := f.Signature
	if sig.Results().Len() != 0 {
		return Function
	}
	takes := func(name string) bool {
		if sig.Params().Len() != 1 {
			return false
		}
		ptr, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Pointer)
		if !ok {
			return false
		}
		n, ok := types.Unalias(ptr.Elem()).(*types.Named)
		return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing"
	}
	switch {
	case hasTestPrefix(f.Name(), "Test") && takes("T"):
		return Test
	case hasTestPrefix(f.Name(), "Benchmark") && takes("B"):
		return Benchmark
	case hasTestPrefix(f.Name(), "Fuzz") && takes("F"):
		return Fuzz
	case hasTestPrefix(f.Name(), "Example") && sig.Params().Len() == 0:
		return Example
	}
	return Function
}

func hasTestPrefix(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// IsTestName tells whether a function of this name, perhaps with its package's, would be in a test file.
func IsTestName(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if hasTestPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// RuntimeTypes visits the concrete types whose values are in interfaces, with their methods that may be called.
func (p *Program) RuntimeTypes(visit func(types.Type, []*types.Selection)) {
	for _, rt := range p.reach.ordered {
		visit(rt.Type, rt.Methods)
	}
}

// Redirect gives the function that is called in place of a callee, or nil.
func (p *Program) Redirect(caller, callee *ssa.Function) *ssa.Function {
	return p.reach.redirect(caller, callee)
}

// PackageOf gives the loaded package in which a function's text stands; nil for some wrappers.
func (p *Program) PackageOf(f *ssa.Function) *load.Package { return p.packages[packageOf(f)] }

// Loaded gives the loaded package of a types package.
func (p *Program) Loaded(pkg *types.Package) *load.Package { return p.packages[pkg] }

// Describe names the patterns, for messages.
func (p *Program) Describe() string { return strings.Join(p.Patterns(), " ") }

// Cut tells whether a variable's initialiser never runs, though it may have one.
func (p *Program) Cut(g *ssa.Global) bool {
	pkg := p.packages[g.Pkg.Pkg]
	v, ok := g.Object().(*types.Var)
	return ok && pkg != nil && (!initialised(pkg, v) || pkg.Unknown[v.Name()] || p.unset[g])
}
