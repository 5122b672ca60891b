package program

import (
	"go/ast"
	"go/types"

	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/std"
)

// A trimmer finds the declarations of the standard library, and of modules that are not the user's, that the program may
// use, by name alone, before any SSA exists. Nothing else is built: the tables of package unicode alone would be
// 125,000 instructions.
//
// It starts from all of the user's code. A declaration is used if a used one names it; a method, if its type is used
// and its name occurs anywhere in used code. That is coarser than reachability over SSA, which follows.
type trimmer struct {
	packages map[*types.Package]*load.Package
	decls    map[types.Object]ast.Node
	inits    map[types.Object]*types.Initializer
	methods  map[*types.TypeName][]*types.Func
	used     map[types.Object]bool
	names    map[string]bool
	types    []*types.TypeName
	work     []item
}

type item struct {
	info *types.Info
	node ast.Node
}

// A trimming remembers what was dropped, so that it can be put back.
type trimming struct {
	bodies map[types.Object]*ast.BlockStmt
	orders map[*load.Package][]*types.Initializer
	unset  map[types.Object]bool // variables whose initialisers were dropped
}

// trim drops the bodies of unused functions, and from the standard library the initialisers of unused variables, except
// for those that the caller knows to be used.
func trim(packages []*load.Package, known []types.Object) *trimming {
	t := &trimmer{
		packages: map[*types.Package]*load.Package{},
		decls:    map[types.Object]ast.Node{},
		inits:    map[types.Object]*types.Initializer{},
		methods:  map[*types.TypeName][]*types.Func{},
		used:     map[types.Object]bool{},
		names:    map[string]bool{},
	}
	for name := range alwaysMethods {
		t.names[name] = true
	}
	for _, p := range packages {
		t.index(p)
	}
	for _, p := range packages {
		if trimmed(p) {
			t.roots(p)
			continue
		}
		for _, f := range p.Syntax {
			t.work = append(t.work, item{p.Info, f})
		}
	}
	for _, obj := range known {
		t.use(obj)
	}
	for len(t.work) > 0 {
		it := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		t.scan(it)
	}
	dropped := &trimming{
		bodies: map[types.Object]*ast.BlockStmt{},
		orders: map[*load.Package][]*types.Initializer{},
		unset:  map[types.Object]bool{},
	}
	for _, p := range packages {
		if trimmed(p) {
			t.drop(p, dropped)
		}
	}
	return dropped
}

// trimmed tells whether a package is only there as far as others use it.
func trimmed(p *load.Package) bool { return !p.Match && !p.User() }

// undo puts everything back.
func (d *trimming) undo(packages []*load.Package) {
	for _, p := range packages {
		for _, f := range p.Syntax {
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body == nil {
					fn.Body = d.bodies[p.Info.Defs[fn.Name]]
				}
			}
		}
		if order, ok := d.orders[p]; ok {
			p.Info.InitOrder = order
		}
	}
}

// index records the declarations of a package that is trimmed.
func (t *trimmer) index(p *load.Package) {
	t.packages[p.Types] = p
	if !trimmed(p) {
		return
	}
	for _, f := range p.Syntax {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				obj, _ := p.Info.Defs[d.Name].(*types.Func)
				if obj == nil {
					continue
				}
				t.decls[obj] = d
				if name := receiverName(obj); name != nil {
					t.methods[name] = append(t.methods[name], obj)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						t.decls[p.Info.Defs[s.Name]] = s
					case *ast.ValueSpec:
						for _, n := range s.Names {
							if s.Type != nil {
								t.decls[p.Info.Defs[n]] = s.Type
							}
						}
					}
				}
			}
		}
	}
	for _, init := range p.Info.InitOrder {
		for _, v := range init.Lhs {
			t.inits[v] = init
		}
	}
}

// roots marks what must stay though nothing names it.
func (t *trimmer) roots(p *load.Package) {
	if !p.Standard { // its initialisers may do something
		for _, init := range p.Info.InitOrder {
			t.work = append(t.work, item{p.Info, init.Rhs})
		}
	}
	for _, f := range p.Syntax {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" && d.Body != nil {
				t.work = append(t.work, item{p.Info, d})
			}
		}
	}
	for _, name := range p.Roots {
		obj := p.Types.Scope().Lookup(name)
		if obj == nil {
			continue
		}
		t.use(obj)
		if tn, ok := obj.(*types.TypeName); ok {
			for _, m := range t.methods[tn] {
				t.use(m)
			}
		}
	}
}

func (t *trimmer) scan(it item) {
	ast.Inspect(it.node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := it.info.Uses[id]; obj != nil {
				t.use(obj)
			}
		}
		return true
	})
}

// use marks an object as used.
func (t *trimmer) use(obj types.Object) {
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
		if o.Signature().Recv() != nil {
			t.name(o.Name())
		}
	case *types.Var:
		obj = o.Origin()
	}
	if obj.Pkg() == nil || t.used[obj] {
		return
	}
	p := t.packages[obj.Pkg()]
	if p == nil || !trimmed(p) {
		return
	}
	t.used[obj] = true
	if node := t.decls[obj]; node != nil {
		t.work = append(t.work, item{p.Info, node})
	}
	switch o := obj.(type) {
	case *types.Const:
		t.useType(o.Type())
	case *types.Var:
		t.useType(o.Type())
		if init := t.inits[o]; init != nil && initialised(p, o) {
			t.work = append(t.work, item{p.Info, init.Rhs})
		}
	case *types.TypeName:
		t.types = append(t.types, o)
		for _, m := range t.methods[o] {
			if t.names[m.Name()] {
				t.use(m)
			}
		}
	}
}

// useType marks the named type of a constant or variable, whose declaration may not say it.
func (t *trimmer) useType(typ types.Type) {
	switch u := types.Unalias(typ).(type) {
	case *types.Named:
		t.use(u.Origin().Obj())
	case *types.Pointer:
		t.useType(u.Elem())
	case *types.Slice:
		t.useType(u.Elem())
	case *types.Array:
		t.useType(u.Elem())
	case *types.Map:
		t.useType(u.Key())
		t.useType(u.Elem())
	}
}

// name marks a method name as called somewhere.
func (t *trimmer) name(name string) {
	if t.names[name] {
		return
	}
	t.names[name] = true
	for _, tn := range t.types {
		for _, m := range t.methods[tn] {
			if m.Name() == name {
				t.use(m)
			}
		}
	}
}

// drop removes what is not used.
func (t *trimmer) drop(p *load.Package, dropped *trimming) {
	for _, f := range p.Syntax {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Body != nil {
				if obj := p.Info.Defs[d.Name]; d.Name.Name != "init" && !t.used[obj] {
					dropped.bodies[obj] = d.Body
					d.Body = nil
				}
			}
		}
	}
	if !p.Standard {
		return
	}
	var order []*types.Initializer
	for _, init := range p.Info.InitOrder {
		keep, mayKeep := false, false
		for _, v := range init.Lhs {
			mayKeep = mayKeep || initialised(p, v)
			keep = keep || t.used[v] && initialised(p, v)
		}
		if keep {
			order = append(order, init)
		} else if mayKeep {
			for _, v := range init.Lhs {
				dropped.unset[v] = true
			}
		}
	}
	dropped.orders[p] = p.Info.InitOrder
	p.Info.InitOrder = order
}

// initialised tells whether a package-level variable gets its initial value: not those of cut packages.
func initialised(p *load.Package, v *types.Var) bool {
	return p.Runs || p.ShimObjects[v.Name()] || std.Keeps(p.Path, v.Name())
}

func receiverName(f *types.Func) *types.TypeName {
	recv := f.Signature().Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}
