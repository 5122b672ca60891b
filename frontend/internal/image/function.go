package image

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"vtrace.dev/frontend/internal/program"
)

// A functionEncoder writes one function.
type functionEncoder struct {
	*encoder
	w      *writer
	f      *ssa.Function
	at     *positions
	locals map[ssa.Value]int
	values []ssa.Value
}

const (
	flagSynthetic = 1 << iota
	flagAtomic
	flagUser
)

func (e *encoder) writeFunction(w *writer, reached program.Reached) {
	f := reached.Function
	fe := &functionEncoder{encoder: e, w: w, f: f, at: &positions{e: e}, locals: map[ssa.Value]int{}}
	sig := signature(f)
	e.string(w, e.functionName(f))
	e.string(w, f.String())
	pkg := ""
	var flags byte
	if f.Synthetic != "" && f.Origin() == nil {
		flags |= flagSynthetic
	}
	if p := e.program.PackageOf(f); p != nil {
		pkg = p.Path
		if p.User() && flags&flagSynthetic == 0 {
			flags |= flagUser
		}
		if o := f.Object(); o != nil && f.Parent() == nil && p.Atomic[o.Pos()] {
			flags |= flagAtomic
		}
	}
	e.string(w, pkg)
	w.byte(flags)
	w.index(e.typ(sig))
	e.writeTuple(w, sig.Results())
	fe.at.write(w, f.Pos())
	fe.optionalFunction(f.Parent())
	fe.optionalFunction(reached.From)
	if reached.From != nil {
		fe.at.write(w, reached.At)
	}
	fe.number()
	e.findLocalTypes(f, fe.values)
	fe.writeLocals(sig)
	w.index(len(f.Blocks))
	for _, b := range f.Blocks {
		fe.writeBlock(b)
	}
	if len(f.Blocks) > 0 {
		if f.Recover == nil {
			w.index(0)
		} else {
			w.index(f.Recover.Index + 1)
		}
	}
}

func (fe *functionEncoder) optionalFunction(f *ssa.Function) {
	if i, ok := fe.functions[f]; ok {
		fe.w.index(i + 1)
	} else {
		fe.w.index(0)
	}
}

// number gives every register its number: parameters, free variables, results of instructions.
func (fe *functionEncoder) number() {
	add := func(v ssa.Value) {
		fe.locals[v] = len(fe.values)
		fe.values = append(fe.values, v)
	}
	if len(fe.f.Blocks) == 0 {
		return
	}
	for _, p := range fe.f.Params {
		add(p)
	}
	for _, v := range fe.f.FreeVars {
		add(v)
	}
	for _, b := range fe.f.Blocks {
		for _, i := range b.Instrs {
			if v, ok := i.(ssa.Value); ok && hasResult(v) && !skipped(i) {
				add(v)
			}
		}
	}
}

// hasResult tells whether an instruction gives a value: a call may not.
func hasResult(v ssa.Value) bool {
	t, ok := v.Type().(*types.Tuple)
	return !ok || t.Len() > 0
}

// writeLocals writes the registers' types and the names of the variables whose values (for an Alloc: addresses) they
// hold, from the parameters and from debug references.
func (fe *functionEncoder) writeLocals(sig *types.Signature) {
	if len(fe.f.Blocks) == 0 {
		fe.w.index(sig.Params().Len())
		fe.w.index(0)
		fe.w.index(sig.Params().Len())
		for i := range sig.Params().Len() {
			v := sig.Params().At(i)
			fe.w.index(fe.typ(v.Type()))
			fe.optionalName(v.Name())
		}
		return
	}
	fe.w.index(len(fe.f.Params))
	fe.w.index(len(fe.f.FreeVars))
	names := map[ssa.Value]string{}
	for _, b := range fe.f.Blocks {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.DebugRef); ok {
				if v, ok := d.Object().(*types.Var); ok && !v.IsField() {
					if _, ok := names[d.X]; !ok {
						names[d.X] = v.Name()
					}
				}
			}
		}
	}
	fe.w.index(len(fe.values))
	for _, v := range fe.values {
		fe.w.index(fe.typ(v.Type()))
		name := names[v]
		switch v := v.(type) {
		case *ssa.Parameter:
			name = v.Name()
		case *ssa.FreeVar:
			name = v.Name()
		case *ssa.Phi:
			if name == "" {
				name = v.Comment
				if name == "&&" || name == "||" || name == "rangeindex" || name == "rangeint.iter" {
					name = ""
				}
			}
		}
		fe.optionalName(name)
	}
}

func (fe *functionEncoder) optionalName(name string) {
	if name == "" || name == "_" {
		fe.w.index(0)
	} else {
		fe.w.index(fe.strings.of(name) + 1)
	}
}

func (fe *functionEncoder) writeBlock(b *ssa.BasicBlock) {
	n := 0
	for _, i := range b.Instrs {
		if !skipped(i) {
			n++
		}
	}
	fe.w.index(len(b.Preds))
	for _, p := range b.Preds {
		fe.w.index(p.Index)
	}
	fe.w.index(len(b.Succs))
	for _, s := range b.Succs {
		fe.w.index(s.Index)
	}
	fe.w.index(n)
	for _, i := range b.Instrs {
		if !skipped(i) {
			fe.writeInstruction(i)
		}
	}
}

// writeInit writes the function that initialises all packages of an entry, one after the other.
func (e *encoder) writeInit(w *writer, inits []*ssa.Function) {
	e.string(w, "runtime.doInit")
	e.string(w, "vtrace.init")
	e.string(w, "")
	w.byte(flagSynthetic)
	w.index(e.typ(types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	w.index(0) // results
	w.byte(0)  // position
	w.index(0) // parent
	w.index(0) // reached from
	w.index(0) // parameters
	w.index(0) // free variables
	w.index(0) // locals
	w.index(1) // blocks
	w.index(0) // predecessors
	w.index(0) // successors
	w.index(len(inits) + 1)
	for _, f := range inits {
		w.byte(opCall)
		w.byte(0) // position
		w.byte(calleeStatic)
		w.index(e.functions[f])
		w.index(0) // arguments
	}
	w.byte(opReturn)
	w.byte(0)
	w.index(0)
	w.index(0) // recover
}
