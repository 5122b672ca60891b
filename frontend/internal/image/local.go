package image

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A type that is declared in a generic function is another one in each instance of the function, and reflection prints the
// instance's type arguments behind its name. go/ssa makes these types, but does not tell their arguments.

// numberLocalTypes numbers the types that are declared in functions, in each of the user's packages from 1: in type
// arguments, reflection prints the number, too.
func (e *encoder) numberLocalTypes() {
	for _, p := range e.program.Packages {
		if p.Standard {
			continue
		}
		v := &localTypes{e: e, n: new(int)}
		for _, f := range p.Syntax {
			ast.Walk(v, f)
		}
	}
}

// A localTypes visits declarations; inside tells whether those around are of functions.
type localTypes struct {
	e      *encoder
	n      *int
	inside bool
}

func (v *localTypes) Visit(node ast.Node) ast.Visitor {
	switch node := node.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return &localTypes{v.e, v.n, true}
	case *ast.TypeSpec:
		if v.inside && !node.Assign.IsValid() {
			*v.n++
			v.e.generation[node.Name.Pos()] = *v.n
		}
	}
	return v
}

// findLocalTypes records the type arguments of the local types that an instance's registers have.
func (e *encoder) findLocalTypes(f *ssa.Function, values []ssa.Value) {
	top := f
	for top.Parent() != nil {
		top = top.Parent()
	}
	arguments := top.TypeArgs()
	syntax, ok := top.Syntax().(*ast.FuncDecl)
	if len(arguments) == 0 || !ok {
		return
	}
	seen := map[types.Type]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if pos := t.Obj().Pos(); syntax.Pos() <= pos && pos < syntax.End() {
				e.local[t] = arguments
				visit(t.Underlying())
			}
			for i := range t.TypeArgs().Len() {
				visit(t.TypeArgs().At(i))
			}
		case *types.Pointer:
			visit(t.Elem())
		case *types.Slice:
			visit(t.Elem())
		case *types.Array:
			visit(t.Elem())
		case *types.Chan:
			visit(t.Elem())
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case *types.Struct:
			for i := range t.NumFields() {
				visit(t.Field(i).Type())
			}
		case *types.Tuple:
			for i := range t.Len() {
				visit(t.At(i).Type())
			}
		}
	}
	for _, v := range values {
		visit(v.Type())
		if m, ok := v.(*ssa.MakeInterface); ok {
			visit(m.X.Type())
		}
	}
}
