package program

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// runDefers puts back the RunDefers of a function whose only deferred calls are in loops over functions. go/ssa drops
// them, since it looks for Defer instructions in the function itself, but the bodies of such loops are functions of
// their own that defer onto the stack of the one around them.
func runDefers(f *ssa.Function) {
	stack := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				if builtin, ok := i.Call.Value.(*ssa.Builtin); ok && builtin.Name() == "ssa:deferstack" {
					stack = true
				}
			case *ssa.RunDefers:
				return
			}
		}
	}
	if !stack {
		return
	}
	for _, b := range f.Blocks {
		last := len(b.Instrs) - 1
		if _, ok := b.Instrs[last].(*ssa.Return); !ok || b == f.Recover {
			continue
		}
		// Named results are loaded after the deferred calls, which may change them.
		at := last
		for at > 0 && isLoad(b.Instrs[at-1]) {
			at--
		}
		instructions := append([]ssa.Instruction(nil), b.Instrs[:at]...)
		instructions = append(instructions, new(ssa.RunDefers))
		b.Instrs = append(instructions, b.Instrs[at:]...)
	}
}

func isLoad(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return false
		}
		_, ok := i.X.(*ssa.Alloc)
		return ok
	case *ssa.DebugRef:
		return true
	}
	return false
}
