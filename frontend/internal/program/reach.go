package program

import (
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// alwaysMethods are called through interfaces by fmt and errors, and by the runtime when it prints a panic.
var alwaysMethods = map[string]bool{
	"Error": true, "String": true, "GoString": true, "Format": true, "Is": true, "As": true, "Unwrap": true,
	"RuntimeError": true,
}

// printedMethods are those that fmt looks for on values inside of those that it was given.
var printedMethods = map[string]bool{"Error": true, "String": true, "GoString": true, "Format": true}

// A Reached function, and through which other one it was reached first.
type Reached struct {
	Function *ssa.Function
	From     *ssa.Function // nil for entries
	At       token.Pos
}

// A methodKey is a method's identity: unexported names belong to their package.
type methodKey struct{ pkg, name string }

func keyOf(m *types.Func) methodKey {
	if m.Exported() {
		return methodKey{"", m.Name()}
	}
	return methodKey{m.Pkg().Path(), m.Name()}
}

// reach is rapid type analysis (Bacon & Sweeney 1996), without the rule that reflection can call every exported method:
// that rule makes a program of 18 functions one of 4,000.
//
// A method that is only called through an interface is reached if a value of its type is put into some interface, and
// a method of its name is called, or asked for by a type assertion, on some interface. The rule comes back for programs
// that ask reflection for methods themselves.
type reach struct {
	program *ssa.Program
	std     map[*types.Package]bool
	fresh   map[string]*ssa.Function // what std code calls in place of a shared pool's methods

	// implementers gives the types that an unknown value of an interface may have, if there are unknown values.
	implementers func(types.Type) []types.Type

	order []Reached
	index map[*ssa.Function]int

	// exported is set once the user's code asks reflection for methods: then it may call any exported one.
	exported bool
	// reflective is set once code other than fmt takes values out of others by reflection: then these, and pointers to
	// them, may be in interfaces.
	reflective bool
	pointers   typeutil.Map // those made for that

	types   typeutil.Map // of *runtimeType
	ordered []*runtimeType
	needed  map[methodKey]bool
	work    []*ssa.Function
	from    *ssa.Function
	at      token.Pos
}

// A runtimeType is a concrete type of which values are, or may be, in interfaces.
type runtimeType struct {
	Type    types.Type
	whole   bool // converted itself, not just a component of something that fmt may print
	from    *ssa.Function
	at      token.Pos
	set     *types.MethodSet
	Methods []*types.Selection // those that may be called
	has     map[methodKey]bool
}

func newReach(program *ssa.Program, std map[*types.Package]bool) *reach {
	r := &reach{
		program: program, std: std, fresh: map[string]*ssa.Function{},
		index: map[*ssa.Function]int{}, needed: map[methodKey]bool{},
	}
	for name := range alwaysMethods {
		r.needed[methodKey{"", name}] = true
	}
	return r
}

// function marks a function as reached.
func (r *reach) function(f *ssa.Function) {
	if f == nil {
		return
	}
	if _, ok := r.index[f]; ok {
		return
	}
	r.index[f] = len(r.order)
	r.order = append(r.order, Reached{f, r.from, r.at})
	r.work = append(r.work, f)
}

// run visits everything that is reached and not yet visited.
func (r *reach) run() {
	for len(r.work) > 0 {
		f := r.work[0]
		r.work = r.work[1:]
		r.visit(f)
	}
	r.from, r.at = nil, token.NoPos
}

func (r *reach) visit(f *ssa.Function) {
	r.from = f
	var operands [8]*ssa.Value
	for _, b := range f.Blocks {
		for _, instruction := range b.Instrs {
			if _, ok := instruction.(*ssa.DebugRef); ok {
				continue
			}
			r.at = instruction.Pos()
			switch i := instruction.(type) {
			case ssa.CallInstruction:
				common := i.Common()
				if !r.exported && r.asksForMethods(f, common) {
					r.exportedMethods()
				}
				if !r.reflective && r.takesValues(f, common) {
					r.reflective = true
					for j := 0; j < len(r.ordered); j++ {
						r.addType(r.ordered[j].Type, true)
						r.pointerTo(r.ordered[j].Type)
					}
				}
				if common.IsInvoke() {
					r.need(common.Method)
					if r.implementers != nil {
						for _, t := range r.implementers(common.Value.Type()) {
							r.runtimeType(t, true)
						}
					}
				} else if to := r.redirect(f, common.StaticCallee()); to != nil {
					r.function(to)
					continue
				}
			case *ssa.MakeInterface:
				r.runtimeType(i.X.Type(), true)
			case *ssa.TypeAssert:
				if iface, ok := i.AssertedType.Underlying().(*types.Interface); ok {
					for j := range iface.NumMethods() {
						r.need(iface.Method(j))
					}
				}
			}
			for _, op := range instruction.Operands(operands[:0]) {
				if g, ok := (*op).(*ssa.Function); ok {
					r.function(g)
				}
			}
		}
	}
}

// redirect gives the function that is called in place of a callee: the standard library's own pools are caches, and
// would make goroutines that only print depend on each other, so there every Get is fresh and every Put forgets.
func (r *reach) redirect(caller, callee *ssa.Function) *ssa.Function {
	if callee == nil || len(r.fresh) == 0 {
		return nil
	}
	to := r.fresh[callee.String()]
	if to == nil || !r.std[packageOf(caller)] {
		return nil
	}
	return to
}

// packageOf gives the package in which a function's text stands.
func packageOf(f *ssa.Function) *types.Package {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Pkg != nil {
		return f.Pkg.Pkg
	}
	if o := f.Object(); o != nil {
		return o.Pkg()
	}
	return nil
}

// need marks a method as called through an interface.
func (r *reach) need(m *types.Func) {
	key := keyOf(m)
	if r.needed[key] {
		return
	}
	r.needed[key] = true
	for i := 0; i < len(r.ordered); i++ {
		if t := r.ordered[i]; t.whole {
			r.method(t, key)
		}
	}
}

// asksForMethods tells whether a call in the user's code asks reflection for the methods of a type.
func (r *reach) asksForMethods(caller *ssa.Function, call *ssa.CallCommon) bool {
	var callee *types.Func
	if call.IsInvoke() {
		callee = call.Method
	} else if f := call.StaticCallee(); f != nil {
		callee, _ = f.Object().(*types.Func)
	}
	if callee == nil || callee.Pkg() == nil || callee.Pkg().Path() != "reflect" || r.std[packageOf(caller)] {
		return false
	}
	switch callee.Name() {
	case "Method", "MethodByName", "Methods", "NumMethod":
		return true
	}
	return false
}

// takesValues tells whether a call takes a value, or a pointer to it, out of another one by reflection. What fmt does
// with those that it finds is known; see printedMethods.
func (r *reach) takesValues(caller *ssa.Function, call *ssa.CallCommon) bool {
	f := call.StaticCallee()
	if f == nil || f.Object() == nil || f.Object().Pkg() == nil || f.Object().Pkg().Path() != "reflect" {
		return false
	}
	if pkg := packageOf(caller); pkg != nil {
		switch pkg.Path() {
		case "fmt", "internal/fmtsort", "reflect", "testing":
			return false
		}
	}
	switch f.Name() {
	case "Addr", "Call", "Interface", "New", "NewAt", "PointerTo", "PtrTo", "Set":
		return true
	}
	return false
}

// exportedMethods reaches all exported methods of all types in interfaces, now and from now on.
func (r *reach) exportedMethods() {
	r.exported = true
	for i := 0; i < len(r.ordered); i++ {
		t := r.ordered[i]
		for j := range t.set.Len() {
			if key := keyOf(t.set.At(j).Obj().(*types.Func)); key.pkg == "" {
				r.method(t, key)
			}
		}
	}
}

// runtimeType marks a type as one whose values are in interfaces.
func (r *reach) runtimeType(t types.Type, whole bool) {
	t = types.Unalias(t)
	r.addType(t, whole || r.reflective)
	if r.reflective && !types.IsInterface(t) {
		r.pointers.Delete(t)
		r.pointerTo(t)
	}
}

func (r *reach) addType(t types.Type, whole bool) {
	rt, _ := r.types.At(t).(*runtimeType)
	if rt != nil && (rt.whole || !whole) {
		return
	}
	if types.IsInterface(t) {
		return
	}
	if rt == nil {
		rt = &runtimeType{Type: t, from: r.from, at: r.at, set: r.program.MethodSets.MethodSet(t), has: map[methodKey]bool{}}
		r.types.Set(t, rt)
		r.ordered = append(r.ordered, rt)
	}
	rt.whole = rt.whole || whole
	for i := range rt.set.Len() {
		key := keyOf(rt.set.At(i).Obj().(*types.Func))
		if r.needed[key] && (whole || printedMethods[key.name]) || r.exported && key.pkg == "" {
			r.method(rt, key)
		}
	}
	r.components(t)
}

// pointerTo marks the type of pointers to values of type t.
func (r *reach) pointerTo(t types.Type) {
	if pointer := types.NewPointer(t); r.types.At(pointer) == nil && r.pointers.At(t) == nil { // one level is enough
		r.pointers.Set(pointer, true)
		r.addType(pointer, true)
	}
}

// components marks the types of which fmt may find values inside one of type t.
func (r *reach) components(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		// A pointer to an interface in an interface is how errors.As and reflection are asked whether a type has methods.
		if iface, ok := u.Elem().Underlying().(*types.Interface); ok {
			for i := range iface.NumMethods() {
				r.need(iface.Method(i))
			}
		}
		r.runtimeType(u.Elem(), false)
	case *types.Slice:
		r.runtimeType(u.Elem(), false)
	case *types.Array:
		r.runtimeType(u.Elem(), false)
	case *types.Map:
		r.runtimeType(u.Key(), false)
		r.runtimeType(u.Elem(), false)
	case *types.Struct:
		for i := range u.NumFields() {
			r.runtimeType(u.Field(i).Type(), false)
		}
	}
}

// method reaches a method of a type in interfaces, if the type has it.
func (r *reach) method(t *runtimeType, key methodKey) {
	if t.has[key] {
		return
	}
	for i := range t.set.Len() {
		selection := t.set.At(i)
		if keyOf(selection.Obj().(*types.Func)) != key {
			continue
		}
		t.has[key] = true
		t.Methods = append(t.Methods, selection)
		from, at := r.from, r.at
		r.from, r.at = t.from, t.at
		r.function(r.program.MethodValue(selection))
		r.from, r.at = from, at
		return
	}
}

// globals lists the package-level variables that reached functions use, sorted by name.
func (r *reach) globals() []*ssa.Global {
	seen := map[*ssa.Global]bool{}
	var list []*ssa.Global
	for _, f := range r.order {
		for _, b := range f.Function.Blocks {
			for _, instruction := range b.Instrs {
				if _, ok := instruction.(*ssa.DebugRef); ok {
					continue
				}
				for _, op := range instruction.Operands(nil) {
					if g, ok := (*op).(*ssa.Global); ok && !seen[g] {
						seen[g] = true
						list = append(list, g)
					}
				}
			}
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].String() < list[j].String() })
	return list
}
