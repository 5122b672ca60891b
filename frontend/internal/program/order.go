package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// Go leaves open whether in `g + f()` the variable g is read before or after the call, and go/ssa and the compiler
// choose differently: go/ssa reads it first, the compiler last. What a program prints, and which races it has, may depend
// on that, so the order here is the compiler's (cmd/compile/internal/walk/order.go): in each statement first
// the calls and their like happen, from left to right, each with just what it needs; then everything else.
//
// Only loads and pure instructions move, and stores into variables that the statement itself has just made, within
// one block and one statement.

// reorder gives the instructions of a function of the user's code the compiler's order.
func reorder(f *ssa.Function, info *types.Info) {
	var statements *statementMap
	for _, b := range f.Blocks {
		if !loadBeforeCall(b) {
			continue
		}
		if statements == nil {
			if statements = statementsOf(f, info); statements == nil {
				return
			}
		}
		for _, r := range statements.runs(b) {
			reorderRun(b.Instrs[r.from:r.to])
		}
	}
}

// loadBeforeCall tells whether there may be anything to do in a block.
func loadBeforeCall(b *ssa.BasicBlock) bool {
	load := false
	for _, i := range b.Instrs {
		switch i := i.(type) {
		case *ssa.UnOp:
			load = load || i.Op == token.MUL
			if load && i.Op == token.ARROW {
				return true
			}
		case *ssa.Call:
			if load {
				return true
			}
		}
	}
	return false
}

// reorderRun puts the ordered instructions of one statement first.
func reorderRun(run []ssa.Instruction) {
	position := make(map[ssa.Value]int, len(run))
	for i, instruction := range run {
		if v, ok := instruction.(ssa.Value); ok {
			position[v] = i
		}
	}
	order := make([]ssa.Instruction, 0, len(run))
	done := make([]bool, len(run))
	needed := make([]bool, len(run))
	for at, instruction := range run {
		if !ordered(instruction) {
			continue
		}
		// What the instruction needs: its operands' instructions and, if it gets the address of a new variable, all
		// earlier accesses to that.
		var need func(i int)
		need = func(i int) {
			if done[i] || needed[i] {
				return
			}
			needed[i] = true
			for _, op := range run[i].Operands(nil) {
				if j, ok := position[*op]; ok {
					need(j)
				}
				alloc := root(*op)
				if start, ok := position[alloc]; ok && isAlloc(alloc) {
					for j := start + 1; j < at; j++ {
						if root(address(run[j])) == alloc {
							need(j)
						}
					}
				}
			}
		}
		need(at)
		for i := 0; i <= at; i++ {
			if needed[i] {
				needed[i], done[i] = false, true
				order = append(order, run[i])
			}
		}
	}
	for i, instruction := range run {
		if !done[i] {
			order = append(order, instruction)
		}
	}
	copy(run, order)
}

// ordered tells whether the compiler evaluates an instruction in its turn, and not when its value is needed.
func ordered(instruction ssa.Instruction) bool {
	if v, ok := instruction.(ssa.Value); ok && copied(v) {
		return true
	}
	switch i := instruction.(type) {
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "Add", "Slice", "SliceData", "String", "StringData", "ssa:wrapnilchk", "ssa:deferstack":
				return false
			}
		}
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.TypeAssert:
		return i.CommaOk || !pointerShaped(i.AssertedType)
	case *ssa.Slice:
		alloc, literal := i.X.(*ssa.Alloc)
		return !literal || alloc.Comment == "makeslice"
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		return true
	case *ssa.Convert:
		_, from := i.X.Type().Underlying().(*types.Basic)
		_, to := i.Type().Underlying().(*types.Slice)
		return from && to // a string's bytes or runes
	}
	return false
}

// copied tells whether the compiler copies a value as soon as it has it: the channels and values to send of a select,
// and what becomes an interface and has no address yet, but needs one. (go/ssa converts arguments after all of them are
// evaluated, so the place of the conversion says nothing.)
func copied(v ssa.Value) bool {
	referrers := v.Referrers()
	if referrers == nil {
		return false
	}
	unary, ok := v.(*ssa.UnOp)
	addressable := ok && unary.Op == token.MUL && !isLiteral(unary.X)
	for _, r := range *referrers {
		switch r := r.(type) {
		case *ssa.Select:
			return true
		case *ssa.MakeInterface:
			if !addressable && convertedByAddress(r.X.Type()) {
				return true
			}
		}
	}
	return false
}

// isLiteral tells whether an address is that of a composite literal, which go/ssa makes in a variable.
func isLiteral(v ssa.Value) bool {
	alloc, ok := v.(*ssa.Alloc)
	return ok && alloc.Comment == "complit"
}

// convertedByAddress tells whether the compiler converts a type's values to interfaces by their address
// (dataWordFuncName in cmd/compile/internal/walk/convert.go).
func convertedByAddress(t types.Type) bool {
	if types.IsInterface(t) || isTypeParam(t) {
		return false
	}
	sizes := types.SizesFor("gc", "amd64")
	size, align := sizes.Sizeof(t), sizes.Alignof(t)
	if size == align && (size == 2 || (size == 4 || size == 8) && !hasPointers(t)) {
		return false
	}
	switch u := soleComponent(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString == 0
	case *types.Slice:
		return false
	}
	return true
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// soleComponent gives the type of the only field of the only element…
func soleComponent(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 1 {
			return soleComponent(u.Field(0).Type())
		}
	case *types.Array:
		if u.Len() == 1 {
			return soleComponent(u.Elem())
		}
	}
	return t
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Info()&types.IsString != 0
	case *types.Struct:
		for i := range u.NumFields() {
			if hasPointers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	}
	return true
}

// pointerShaped tells whether an interface holds values of the type directly.
func pointerShaped(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		return u.NumFields() == 1 && pointerShaped(u.Field(0).Type())
	case *types.Array:
		return u.Len() == 1 && pointerShaped(u.Elem())
	}
	return false
}

// movable tells whether an instruction may be part of a run. Everything else ends one.
func movable(instruction ssa.Instruction, fresh map[*ssa.Alloc]bool) bool {
	switch i := instruction.(type) {
	case *ssa.Store:
		alloc, ok := root(i.Addr).(*ssa.Alloc)
		return ok && fresh[alloc]
	case *ssa.DebugRef, *ssa.Alloc, *ssa.BinOp, *ssa.UnOp, *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert,
		*ssa.ChangeInterface, *ssa.SliceToArrayPointer, *ssa.MakeInterface, *ssa.MakeClosure, *ssa.MakeMap,
		*ssa.MakeChan, *ssa.MakeSlice, *ssa.Slice, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index,
		*ssa.Lookup, *ssa.TypeAssert, *ssa.Extract, *ssa.Call:
		return true
	}
	return false
}

func isAlloc(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// address gives what a load or store goes through, and what an instruction derives an address from.
func address(instruction ssa.Instruction) ssa.Value {
	switch i := instruction.(type) {
	case *ssa.Store:
		return i.Addr
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return i.X
		}
	}
	return nil
}

// root follows an address to the variable that it is in.
func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// A span is a part of a block.
type span struct{ from, to int }

// A statementMap finds the innermost statement at a position.
type statementMap struct {
	list []ast.Node // by position
	ends []token.Pos
	// outer has for each statement the innermost one around it, -1 for none. Large tables have thousands of statements side by
	// side in one block: nobody should look at all of them for each instruction.
	outer []int
}

// statementsOf lists the statements of a function, without those of the functions in it.
func statementsOf(f *ssa.Function, info *types.Info) *statementMap {
	m := &statementMap{}
	var body *ast.BlockStmt
	switch n := f.Syntax().(type) {
	case nil:
		if f.Synthetic != "package initializer" {
			return nil
		}
		for _, init := range info.InitOrder {
			m.addInitialiser(init.Rhs, info)
		}
		m.sort()
		return m
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	case *ast.RangeStmt:
		body = n.Body
	}
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case ast.Stmt:
			m.list = append(m.list, n)
		}
		return true
	})
	m.sort()
	return m
}

// addInitialiser adds the initial value of a package-level variable, which counts as a statement. Of a literal each
// element does, since the compiler assigns them one by one.
func (m *statementMap) addInitialiser(e ast.Expr, info *types.Info) {
	literal := ast.Unparen(e)
	if address, ok := literal.(*ast.UnaryExpr); ok && address.Op == token.AND {
		literal = ast.Unparen(address.X)
	}
	l, ok := literal.(*ast.CompositeLit)
	if !ok {
		m.list = append(m.list, e)
		return
	}
	if _, isMap := info.TypeOf(l).Underlying().(*types.Map); isMap {
		m.list = append(m.list, e)
		return
	}
	for _, element := range l.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			element = pair.Value
		}
		m.addInitialiser(element, info)
	}
}

func (m *statementMap) sort() {
	sort.SliceStable(m.list, func(i, j int) bool { return m.list[i].Pos() < m.list[j].Pos() })
	m.ends = make([]token.Pos, len(m.list))
	m.outer = make([]int, len(m.list))
	around := -1
	for i, n := range m.list {
		m.ends[i] = n.End()
		for around >= 0 && m.ends[around] <= n.Pos() {
			around = m.outer[around]
		}
		m.outer[i] = around
		around = i
	}
}

// at gives the innermost statement at a position; nil for none.
func (m *statementMap) at(pos token.Pos) ast.Node {
	i := sort.Search(len(m.list), func(i int) bool { return m.list[i].Pos() > pos })
	for i--; i >= 0; i = m.outer[i] {
		if m.ends[i] > pos {
			return m.list[i]
		}
	}
	return nil
}

// runs splits a block into parts that each belong to one statement and may be reordered. An instruction without a
// position belongs to a statement if its neighbours do.
func (m *statementMap) runs(b *ssa.BasicBlock) []span {
	n := len(b.Instrs)
	before := make([]ast.Node, n) // the statement of the nearest instruction that has one, at or before
	after := make([]ast.Node, n)
	var last ast.Node
	for i, instruction := range b.Instrs {
		if pos := instruction.Pos(); pos.IsValid() {
			last = m.at(pos)
		}
		before[i] = last
	}
	last = nil
	for i := n - 1; i >= 0; i-- {
		if pos := b.Instrs[i].Pos(); pos.IsValid() {
			last = m.at(pos)
		}
		after[i] = last
	}
	var spans []span
	for i := 0; i < n; {
		statement := before[i]
		fresh := map[*ssa.Alloc]bool{}
		from := i
		for i < n && statement != nil && before[i] == statement && after[i] == statement && movable(b.Instrs[i], fresh) {
			if alloc, ok := b.Instrs[i].(*ssa.Alloc); ok {
				fresh[alloc] = true
			}
			i++
		}
		if i-from > 1 {
			spans = append(spans, span{from, i})
		}
		if i == from {
			i++
		}
	}
	return spans
}
