package image

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The kinds of instructions, as crates/program numbers them. The top bit says that there is a result.
const (
	opAlloc = iota
	opPhi
	opBinary
	opUnary
	opChangeType
	opConvert
	opChangeInterface
	opSliceToArrayPointer
	opMakeInterface
	opMakeClosure
	opMakeMap
	opMakeChan
	opMakeSlice
	opSlice
	opFieldAddr
	opField
	opIndexAddr
	opIndex
	opLookup
	opRange
	opNext
	opTypeAssert
	opExtract
	opJump
	opIf
	opReturn
	opRunDefers
	opPanic
	opCall
	opDefer
	opGo
	opSend
	opStore
	opMapUpdate
	opSelect

	resultBit = 0x80
)

const (
	calleeStatic = iota
	calleeDynamic
	calleeMethod
	calleeBuiltin
)

const (
	operandLocal = iota
	operandConstant
	operandGlobal
	operandFunction
)

var binaryOps = map[token.Token]byte{
	token.ADD: 0, token.SUB: 1, token.MUL: 2, token.QUO: 3, token.REM: 4, token.AND: 5, token.OR: 6, token.XOR: 7,
	token.SHL: 8, token.SHR: 9, token.AND_NOT: 10, token.EQL: 11, token.NEQ: 12, token.LSS: 13, token.LEQ: 14,
	token.GTR: 15, token.GEQ: 16,
}

var unaryOps = map[token.Token]byte{token.NOT: 0, token.SUB: 1, token.XOR: 2, token.MUL: 3, token.ARROW: 4}

var builtins = map[string]byte{
	"append": 0, "cap": 1, "clear": 2, "close": 3, "complex": 4, "copy": 5, "delete": 6, "imag": 7, "len": 8, "max": 9,
	"min": 10, "panic": 11, "print": 12, "println": 13, "real": 14, "recover": 15, "ssa:wrapnilchk": 16,
	"ssa:deferstack": 17, "Add": 18, "Slice": 19, "SliceData": 20, "String": 21, "StringData": 22,
}

func (fe *functionEncoder) writeInstruction(instruction ssa.Instruction) {
	w := fe.w
	op := func(code byte) {
		if v, ok := instruction.(ssa.Value); ok && hasResult(v) {
			code |= resultBit
		}
		w.byte(code)
		fe.at.write(w, instruction.Pos())
	}
	switch i := instruction.(type) {
	case *ssa.Alloc:
		op(opAlloc)
		w.index(fe.typ(i.Type().Underlying().(*types.Pointer).Elem()))
		w.flag(i.Heap)
	case *ssa.Phi:
		op(opPhi)
		fe.operands(i.Edges)
	case *ssa.BinOp:
		op(opBinary)
		w.byte(binaryOps[i.Op])
		fe.operand(i.X)
		fe.operand(i.Y)
	case *ssa.UnOp:
		op(opUnary)
		w.byte(unaryOps[i.Op])
		fe.operand(i.X)
		w.flag(i.CommaOk)
	case *ssa.ChangeType:
		op(opChangeType)
		fe.operand(i.X)
	case *ssa.Convert:
		op(opConvert)
		fe.operand(i.X)
	case *ssa.MultiConvert:
		op(opConvert)
		fe.operand(i.X)
	case *ssa.ChangeInterface:
		op(opChangeInterface)
		fe.operand(i.X)
	case *ssa.SliceToArrayPointer:
		op(opSliceToArrayPointer)
		fe.operand(i.X)
	case *ssa.MakeInterface:
		op(opMakeInterface)
		fe.operand(i.X)
	case *ssa.MakeClosure:
		op(opMakeClosure)
		w.index(fe.functions[i.Fn.(*ssa.Function)])
		fe.operands(i.Bindings)
	case *ssa.MakeMap:
		op(opMakeMap)
		fe.optional(i.Reserve)
	case *ssa.MakeChan:
		op(opMakeChan)
		fe.operand(i.Size)
	case *ssa.MakeSlice:
		op(opMakeSlice)
		fe.operand(i.Len)
		fe.operand(i.Cap)
	case *ssa.Slice:
		if alloc, ok := i.X.(*ssa.Alloc); ok && isMakeSlice(alloc) {
			op(opMakeSlice)
			fe.operand(i.High)
			array := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
			fe.operand(ssa.NewConst(constant.MakeInt64(array.Len()), types.Typ[types.Int]))
			return
		}
		op(opSlice)
		fe.operand(i.X)
		fe.optional(i.Low)
		fe.optional(i.High)
		fe.optional(i.Max)
	case *ssa.FieldAddr:
		op(opFieldAddr)
		fe.operand(i.X)
		w.index(i.Field)
	case *ssa.Field:
		op(opField)
		fe.operand(i.X)
		w.index(i.Field)
	case *ssa.IndexAddr:
		op(opIndexAddr)
		fe.operand(i.X)
		fe.operand(i.Index)
	case *ssa.Index:
		op(opIndex)
		fe.operand(i.X)
		fe.operand(i.Index)
	case *ssa.Lookup:
		if _, ok := i.X.Type().Underlying().(*types.Map); !ok {
			op(opIndex) // of a string
			fe.operand(i.X)
			fe.operand(i.Index)
			return
		}
		op(opLookup)
		fe.operand(i.X)
		fe.operand(i.Index)
		w.flag(i.CommaOk)
	case *ssa.Range:
		op(opRange)
		fe.operand(i.X)
	case *ssa.Next:
		op(opNext)
		fe.operand(i.Iter)
		w.flag(i.IsString)
	case *ssa.TypeAssert:
		op(opTypeAssert)
		fe.operand(i.X)
		w.index(fe.typ(i.AssertedType))
		w.flag(i.CommaOk)
	case *ssa.Extract:
		op(opExtract)
		fe.operand(i.Tuple)
		w.index(i.Index)
	case *ssa.Jump:
		op(opJump)
	case *ssa.If:
		op(opIf)
		fe.operand(i.Cond)
	case *ssa.Return:
		op(opReturn)
		fe.operands(i.Results)
	case *ssa.RunDefers:
		op(opRunDefers)
	case *ssa.Panic:
		op(opPanic)
		fe.operand(i.X)
	case *ssa.Call:
		if c := fe.constantCall(i); c != nil {
			op(opChangeType)
			fe.operand(c)
			return
		}
		op(opCall)
		fe.call(&i.Call)
	case *ssa.Defer:
		op(opDefer)
		fe.call(&i.Call)
		fe.optional(i.DeferStack)
	case *ssa.Go:
		op(opGo)
		fe.call(&i.Call)
	case *ssa.Send:
		op(opSend)
		fe.operand(i.Chan)
		fe.operand(i.X)
	case *ssa.Store:
		op(opStore)
		fe.operand(i.Addr)
		fe.operand(i.Val)
	case *ssa.MapUpdate:
		op(opMapUpdate)
		fe.operand(i.Map)
		fe.operand(i.Key)
		fe.operand(i.Value)
	case *ssa.Select:
		op(opSelect)
		w.index(len(i.States))
		for _, s := range i.States {
			fe.operand(s.Chan)
			fe.optional(s.Send)
			fe.at.write(w, s.Pos)
		}
		w.flag(i.Blocking)
	default:
		panic(fmt.Sprintf("%s: unexpected instruction %T", fe.f, instruction))
	}
}

// skipped tells whether an instruction is not written: debug references, and the first half of a make.
func skipped(instruction ssa.Instruction) bool {
	switch i := instruction.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Alloc:
		return isMakeSlice(i)
	}
	return false
}

// isMakeSlice recognises a make([]T, n, c) with a constant c, which go/ssa turns into new([c]T)[:n]. It is written as
// the make that it was: the texts of the panics differ.
func isMakeSlice(alloc *ssa.Alloc) bool {
	if alloc.Comment != "makeslice" {
		return false
	}
	uses := 0
	for _, use := range *alloc.Referrers() {
		if slice, ok := use.(*ssa.Slice); ok && slice.X == alloc && slice.High != nil && slice.Low == nil {
			uses++
		} else if _, ok := use.(*ssa.DebugRef); !ok {
			return false
		}
	}
	return uses == 1
}

// constantCall gives the value of an unsafe.Sizeof, Alignof or Offsetof that was not constant in the text of a generic function.
func (fe *functionEncoder) constantCall(i *ssa.Call) *ssa.Const {
	b, ok := i.Call.Value.(*ssa.Builtin)
	if !ok || len(i.Call.Args) != 1 {
		return nil
	}
	t := i.Call.Args[0].Type()
	var n int64
	switch b.Name() {
	case "Sizeof":
		n = int64(fe.size(t))
	case "Alignof":
		n = fe.program.Sizes.Alignof(t)
	case "Offsetof":
		n = fe.offset(i.Call.Args[0])
	default:
		return nil
	}
	return ssa.NewConst(constant.MakeInt64(n), i.Type())
}

// offset gives the place of a field in its struct.
func (fe *functionEncoder) offset(v ssa.Value) int64 {
	var t types.Type
	var field int
	switch x := v.(type) {
	case *ssa.UnOp:
		return fe.offset(x.X)
	case *ssa.FieldAddr:
		t, field = x.X.Type().Underlying().(*types.Pointer).Elem(), x.Field
	case *ssa.Field:
		t, field = x.X.Type(), x.Field
	default:
		return 0
	}
	s := t.Underlying().(*types.Struct)
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	return fe.program.Sizes.Offsetsof(fields)[field]
}

func (fe *functionEncoder) call(c *ssa.CallCommon) {
	w := fe.w
	switch {
	case c.IsInvoke():
		w.byte(calleeMethod)
		fe.operand(c.Value)
		w.index(fe.method(c.Method))
	default:
		switch v := c.Value.(type) {
		case *ssa.Builtin:
			code, ok := builtins[v.Name()]
			if !ok {
				panic(fmt.Sprintf("%s: unexpected builtin %s", fe.f, v.Name()))
			}
			w.byte(calleeBuiltin)
			w.byte(code)
		case *ssa.Function:
			if to := fe.program.Redirect(fe.f, v); to != nil {
				v = to
			}
			w.byte(calleeStatic)
			w.index(fe.functions[v])
		default:
			w.byte(calleeDynamic)
			fe.operand(v)
		}
	}
	fe.operands(c.Args)
}

// operand writes a value: its number and, in the low two bits, the table.
func (fe *functionEncoder) operand(v ssa.Value) { fe.tagged(v, 0) }

// optional writes a value or 0.
func (fe *functionEncoder) optional(v ssa.Value) {
	if v == nil {
		fe.w.index(0)
	} else {
		fe.tagged(v, 1)
	}
}

func (fe *functionEncoder) tagged(v ssa.Value, plus int) {
	put := func(index, tag int) { fe.w.index(index<<2 + tag + plus) }
	switch v := v.(type) {
	case *ssa.Const:
		put(fe.constant(v), operandConstant)
	case *ssa.Global:
		put(fe.globals[v], operandGlobal)
		fe.w.index(fe.typ(v.Type()))
	case *ssa.Function:
		put(fe.functions[v], operandFunction)
	default:
		n, ok := fe.locals[v]
		if !ok {
			panic(fmt.Sprintf("%s: value %s of type %T has no register", fe.f, v.Name(), v))
		}
		put(n, operandLocal)
	}
}

func (fe *functionEncoder) operands(values []ssa.Value) {
	fe.w.index(len(values))
	for _, v := range values {
		fe.operand(v)
	}
}
