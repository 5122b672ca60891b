package program

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
	"vtrace.dev/frontend/internal/load"
)

// Functions as entries, with arguments that nobody knows.

// primitives are the types of package sync by which goroutines wait for each other.
var primitives = map[string]bool{"Cond": true, "Locker": true, "Mutex": true, "Once": true, "RWMutex": true, "WaitGroup": true}

// isSync recognises a type of package sync, or of those that build on it.
func isSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "sync":
		return primitives[n.Obj().Name()]
	case "golang.org/x/sync/errgroup":
		return n.Obj().Name() == "Group"
	}
	return false
}

// takesPrimitive tells whether a function gets a channel or lock from its caller: then what it does depends on others.
func takesPrimitive(f *ssa.Function) bool {
	params := f.Signature.Params()
	for i := range params.Len() {
		if isPrimitive(params.At(i).Type(), 2) {
			return true
		}
	}
	return false
}

func isPrimitive(t types.Type, depth int) bool {
	if isSync(t) {
		return true
	}
	if depth == 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Pointer:
		return isPrimitive(u.Elem(), depth-1)
	case *types.Slice:
		return isPrimitive(u.Elem(), depth-1)
	case *types.Array:
		return isPrimitive(u.Elem(), depth-1)
	case *types.Map:
		return isPrimitive(u.Elem(), depth-1)
	}
	return false
}

// makesConcurrency tells whether a function itself, or a literal in it, makes a channel or lock or starts a goroutine.
func makesConcurrency(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, instruction := range b.Instrs {
			switch i := instruction.(type) {
			case *ssa.MakeChan, *ssa.Go:
				return true
			case *ssa.Alloc:
				if isSync(i.Type().Underlying().(*types.Pointer).Elem()) {
					return true
				}
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && callee.Signature.Recv() != nil && callee.Name() == "Go" {
					if ptr, ok := callee.Signature.Recv().Type().(*types.Pointer); ok && isSync(ptr.Elem()) {
						return true
					}
				}
			}
		}
	}
	for _, literal := range f.AnonFuncs {
		if makesConcurrency(literal) {
			return true
		}
	}
	return false
}

// methods lists the methods that a package declares, in the order of the text.
func (p *Program) methods(pkg *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	for _, m := range pkg.Members {
		t, ok := m.(*ssa.Type)
		if !ok {
			continue
		}
		named, ok := types.Unalias(t.Type()).(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || named.Obj().Pkg() != pkg.Pkg {
			continue
		}
		for i := range named.NumMethods() {
			if f := p.SSA.FuncValue(named.Method(i)); f != nil && f.Synthetic == "" && f.Pos() != token.NoPos {
				list = append(list, f)
			}
		}
	}
	p.inOrder(list)
	return list
}

// entryName is the name of a function in its package, as stack traces have it: F, (*T).M, T.M.
func entryName(f *ssa.Function) string {
	recv := f.Signature.Recv()
	if recv == nil {
		return f.Name()
	}
	if ptr, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		return "(*" + typeName(ptr.Elem()) + ")." + f.Name()
	}
	return typeName(recv.Type()) + "." + f.Name()
}

func typeName(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return t.String()
	}
	var arguments []string
	for arg := range n.TypeArgs().Types() {
		if _, open := arg.(*types.TypeParam); !open {
			arguments = append(arguments, types.TypeString(arg, types.RelativeTo(n.Obj().Pkg())))
		}
	}
	if len(arguments) == 0 {
		return n.Obj().Name()
	}
	return n.Obj().Name() + "[" + strings.Join(arguments, ",") + "]"
}

// plainName is an entry's name as one would type it: T.M for (*T).M.
func plainName(name string) string {
	return strings.NewReplacer("(*", "", ")", "").Replace(name)
}

// HasFunctions tells whether functions with unknown arguments are among the entries.
func (p *Program) HasFunctions() bool {
	for _, e := range p.Entries {
		if e.Kind == Function {
			return true
		}
	}
	return false
}

// findUnset finds the variables of the user's that nothing initialises and some function assigns to: main would have
// set them, or somebody else, before the function is called.
func (p *Program) findUnset() {
	p.unset = map[*ssa.Global]bool{}
	for _, pkg := range p.Packages {
		if !pkg.User() {
			continue
		}
		initial := map[types.Object]bool{}
		for _, init := range pkg.Info.InitOrder {
			for _, v := range init.Lhs {
				initial[v] = true
			}
		}
		s := p.SSA.Package(pkg.Types)
		assigned := map[*ssa.Global]bool{}
		for _, f := range append(p.functions(s), p.methods(s)...) {
			if !strings.HasPrefix(f.Name(), "init#") && f.Name() != "init" {
				assignments(f, assigned)
			}
		}
		for _, m := range s.Members {
			f, ok := m.(*ssa.Function)
			if ok && strings.HasPrefix(f.Name(), "init") {
				set := map[*ssa.Global]bool{}
				assignments(f, set)
				for g := range set {
					delete(assigned, g)
				}
			}
		}
		for g := range assigned {
			if g.Object() != nil && !initial[g.Object()] {
				p.unset[g] = true
			}
		}
	}
}

// keepOwn takes back what findUnset found of the variables that the entries themselves assign to, or what they call: those begin
// as the language says. Where all functions are entries, that would be nearly all variables, though each is for itself.
func (p *Program) keepOwn() {
	own := map[*ssa.Global]bool{}
	for _, f := range p.Functions {
		assignments(f.Function, own)
	}
	for g := range own {
		delete(p.unset, g)
	}
}

// assignments finds the variables to which a function assigns as a whole.
func assignments(f *ssa.Function, found map[*ssa.Global]bool) {
	for _, b := range f.Blocks {
		for _, instruction := range b.Instrs {
			if store, ok := instruction.(*ssa.Store); ok {
				if g, ok := store.Addr.(*ssa.Global); ok {
					found[g] = true
				}
			}
		}
	}
	for _, literal := range f.AnonFuncs {
		assignments(literal, found)
	}
}

// implementers gives a function that lists the types of the user's packages that implement an interface of theirs: an argument
// may be one. Interfaces are called from many places, so each is looked at once.
func implementers(packages []*load.Package) func(types.Type) []types.Type {
	var candidates []*types.Named
	own := map[*types.Package]bool{}
	for _, pkg := range packages {
		if !pkg.User() {
			continue
		}
		own[pkg.Types] = true
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			obj, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || obj.IsAlias() {
				continue
			}
			candidate, ok := obj.Type().(*types.Named)
			if ok && candidate.TypeParams().Len() == 0 && !types.IsInterface(candidate) && candidate.NumMethods()+embeds(candidate) > 0 {
				candidates = append(candidates, candidate)
			}
		}
	}
	known := map[*types.Named][]types.Type{}
	return func(t types.Type) []types.Type {
		named, ok := types.Unalias(t).(*types.Named)
		iface, isInterface := t.Underlying().(*types.Interface)
		if !ok || !isInterface || iface.NumMethods() == 0 || named.TypeArgs().Len() > 0 || !own[named.Obj().Pkg()] {
			return nil
		}
		if list, ok := known[named]; ok {
			return list
		}
		var list []types.Type
		for _, candidate := range candidates {
			if types.Implements(candidate, iface) {
				list = append(list, candidate)
			} else if pointer := types.NewPointer(candidate); types.Implements(pointer, iface) {
				list = append(list, pointer)
			}
		}
		known[named] = list
		return list
	}
}

// embeds counts the fields from which a type may have methods that it does not declare itself.
func embeds(t *types.Named) int {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	count := 0
	for i := range s.NumFields() {
		if s.Field(i).Embedded() {
			count++
		}
	}
	return count
}

// mostCallers is how many callers of a function are taken.
const mostCallers = 3

// addCallers adds the functions of the same packages that call one of the entries: they may see to it that what goes wrong
// with some arguments never happens.
func (p *Program) addCallers(owners map[*ssa.Function]*load.Package) {
	count := map[*ssa.Function]int{}
	entry := map[*ssa.Function]bool{}
	for _, e := range p.Entries {
		entry[e.Function] = true
	}
	for _, pkg := range p.Packages {
		if !p.matches(pkg) {
			continue
		}
		s := p.SSA.Package(pkg.Types)
		for _, f := range append(p.functions(s), p.methods(s)...) {
			if entry[f] || strings.HasSuffix(p.Fset.Position(f.Pos()).Filename, "_test.go") {
				continue
			}
			called := map[*ssa.Function]bool{}
			calls(f, entry, called)
			wanted := false
			for callee := range called {
				wanted = wanted || count[callee] < mostCallers
			}
			if !wanted {
				continue
			}
			for callee := range called {
				count[callee]++
			}
			owners[f] = pkg
			p.Entries = append(p.Entries, Entry{Name: entryName(f), Package: pkg.Path, Kind: Caller, Function: f, GODEBUG: p.GODEBUG(pkg)})
		}
	}
}

// calls finds which of some functions a function calls, itself or in a literal.
func calls(f *ssa.Function, wanted, found map[*ssa.Function]bool) {
	for _, b := range f.Blocks {
		for _, instruction := range b.Instrs {
			if call, ok := instruction.(ssa.CallInstruction); ok {
				if callee := call.Common().StaticCallee(); callee != nil && wanted[callee] {
					found[callee] = true
				}
			}
		}
	}
	for _, literal := range f.AnonFuncs {
		calls(literal, wanted, found)
	}
}

// instances lists the instances of a package's own generic functions and methods that it uses itself, in the order of the text. What
// uses them may be generic, too, if somebody says with which types.
func (p *Program) instances(pkg *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(f *ssa.Function)
	visit = func(f *ssa.Function) {
		if seen[f] {
			return
		}
		seen[f] = true
		if origin := f.Origin(); origin != nil && origin.Pkg == pkg && f.Parent() == nil && f.Pos() != token.NoPos {
			list = append(list, f)
		}
		for _, literal := range f.AnonFuncs {
			visit(literal)
		}
		var operands []*ssa.Value
		for _, b := range f.Blocks {
			for _, instruction := range b.Instrs {
				for _, operand := range instruction.Operands(operands[:0]) {
					if used, ok := (*operand).(*ssa.Function); ok && used.Origin() != nil && used.Origin().Pkg == pkg {
						visit(used)
					}
				}
			}
		}
	}
	for _, f := range append(p.functions(pkg), p.methods(pkg)...) {
		visit(f)
	}
	p.inOrder(list)
	return list
}

// generics lists the generic functions of a package, and the methods of its generic types, in the order of the text.
func (p *Program) generics(pkg *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			if m.Synthetic == "" && m.TypeParams().Len() > 0 {
				list = append(list, m)
			}
		case *ssa.Type:
			named, ok := types.Unalias(m.Type()).(*types.Named)
			if !ok || named.TypeParams().Len() == 0 || named.Obj().Pkg() != pkg.Pkg {
				continue
			}
			for i := range named.NumMethods() {
				if f := p.SSA.FuncValue(named.Method(i)); f != nil && f.Synthetic == "" {
					list = append(list, f)
				}
			}
		}
	}
	p.inOrder(list)
	return list
}

// findGeneric notes the generic functions of a package that make their own concurrency and of which it uses no instance.
func (p *Program) findGeneric(pkg *load.Package, s *ssa.Package, instances []*ssa.Function) {
	used := map[*ssa.Function]bool{}
	for _, f := range instances {
		used[f.Origin()] = true
	}
	for _, f := range p.generics(s) {
		inTest := strings.HasSuffix(p.Fset.Position(f.Pos()).Filename, "_test.go")
		if !used[f] && !inTest && !takesPrimitive(f) && makesConcurrency(f) {
			p.Generic = append(p.Generic, load.BrokenPackage{Package: pkg.Path, Function: entryName(f)})
		}
	}
}
