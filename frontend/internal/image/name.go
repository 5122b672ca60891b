package image

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// functionName gives a function's name as Go prints it in stack traces: `main.(*T).M`, `main.main.func1`, `main.F[...]`.
func (e *encoder) functionName(f *ssa.Function) string {
	if name, ok := e.names[f]; ok {
		return name
	}
	name := e.newFunctionName(f)
	e.names[f] = name
	return name
}

func (e *encoder) newFunctionName(f *ssa.Function) string {
	if parent := f.Parent(); parent != nil {
		return e.closureName(f, parent)
	}
	pkg := ""
	if p := e.program.PackageOf(f); p != nil {
		pkg = p.Types.Path()
		// The linker escapes dots in the last element of a path.
		if i := strings.LastIndexByte(pkg, '/'); strings.Contains(pkg[i+1:], ".") {
			pkg = pkg[:i+1] + strings.ReplaceAll(pkg[i+1:], ".", "%2e")
		}
		pkg += "."
	}
	name := f.Name()
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i] + "[...]"
	}
	if strings.HasPrefix(name, "init#") {
		n := 0
		fmt.Sscanf(name, "init#%d", &n)
		return fmt.Sprintf("%sinit.%d", pkg, n-1)
	}
	recv := f.Signature.Recv()
	if method, ok := strings.CutSuffix(name, "$thunk"); ok {
		name, recv = method, methodReceiver(f)
	} else if method, ok := strings.CutSuffix(name, "$bound"); ok {
		name, recv = method+"-fm", methodReceiver(f)
	}
	if recv == nil {
		return pkg + name
	}
	t := types.Unalias(recv.Type())
	pointer := false
	if p, ok := t.(*types.Pointer); ok {
		pointer = true
		t = types.Unalias(p.Elem())
	}
	receiver := typeName(t)
	if n, ok := t.(*types.Named); ok {
		receiver = n.Obj().Name()
		if n.TypeArgs().Len() > 0 {
			receiver += "[...]"
		}
	}
	if pointer {
		return pkg + "(*" + receiver + ")." + name
	}
	return pkg + receiver + "." + name
}

// methodReceiver gives the receiver of the method that a thunk or bound method calls.
func methodReceiver(f *ssa.Function) *types.Var {
	if m, ok := f.Object().(*types.Func); ok {
		return m.Signature().Recv()
	}
	return nil
}

// closureName numbers the literals of a function as the compiler does: those directly in a function are `f.func1`, …, those in
// a literal `f.func1.1`, …, and the bodies of loops over functions `f-range1`, …. Literals in such a body count with
// those of the function around it.
func (e *encoder) closureName(f, parent *ssa.Function) string {
	outer := parent
	for isRangeBody(outer) {
		outer = outer.Parent()
	}
	literals, ranges := 0, 0
	found := false
	var count func(p *ssa.Function)
	count = func(p *ssa.Function) {
		for _, g := range p.AnonFuncs {
			if found {
				return
			}
			if isRangeBody(g) {
				ranges++
				if g == f {
					found = true
					return
				}
				count(g)
			} else {
				literals++
				if g == f {
					found = true
					return
				}
			}
		}
	}
	count(outer)
	name := e.functionName(outer)
	switch {
	case isRangeBody(f):
		return fmt.Sprintf("%s-range%d", name, ranges)
	case outer.Parent() != nil:
		return fmt.Sprintf("%s.%d", name, literals)
	default:
		return fmt.Sprintf("%s.func%d", name, literals)
	}
}

func isRangeBody(f *ssa.Function) bool {
	return f.Parent() != nil && f.Synthetic == "range-over-func yield"
}
