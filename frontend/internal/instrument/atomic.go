package instrument

import (
	"go/ast"
	"strconv"
)

// atomicCalls puts gates before the functions of package sync/atomic: the compiler makes instructions of them, so that there is no function
// into which a gate could be put. The types of that package have methods, which are gated where they are.
func (g *gater) atomicCalls() {
	first := ""
	ast.Inspect(g.file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok && g.isAtomic(selector) {
			g.replace(selector.X.Pos(), selector.X.End(), "vtracegate")
			g.used, first = true, selector.Sel.Name
		}
		return true
	})
	if first != "" {
		// The import is used no longer.
		g.insert(g.file.FileEnd, "\nvar _ = "+g.atomic+"."+first+"\n")
	}
}

func (g *gater) isAtomic(x *ast.SelectorExpr) bool {
	// A variable of that name has an object.
	id, ok := x.X.(*ast.Ident)
	return ok && g.atomic != "" && id.Name == g.atomic && id.Obj == nil && atomicFunctions[x.Sel.Name]
}

// atomicName is what a file calls package sync/atomic, or "".
func atomicName(s *source) string {
	for _, spec := range s.file.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != "sync/atomic" {
			continue
		}
		if spec.Name == nil {
			return "atomic"
		}
		if name := spec.Name.Name; name != "_" && name != "." {
			return name
		}
	}
	return ""
}

// atomicFunctions are those of which package vtracegate has one.
var atomicFunctions = func() map[string]bool {
	all := map[string]bool{}
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr"} {
		for _, f := range []string{"Add", "Load", "Store", "Swap", "CompareAndSwap", "And", "Or"} {
			all[f+t] = true
		}
	}
	for _, f := range []string{"Load", "Store", "Swap", "CompareAndSwap"} {
		all[f+"Pointer"] = true
	}
	return all
}()
