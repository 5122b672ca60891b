package image

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// typeName prints a type as package reflect does.
func (e *encoder) typeName(t types.Type) string {
	p := typePrinter{local: e.local, generation: e.generation}
	p.write(t, false)
	return p.String()
}

// typeName prints a type as package reflect does, but for local types of generic functions.
func typeName(t types.Type) string {
	var p typePrinter
	p.write(t, false)
	return p.String()
}

// A typePrinter prints types: with package names or, in type arguments, with import paths.
type typePrinter struct {
	strings.Builder
	local      map[*types.Named][]types.Type
	generation map[token.Pos]int
}

// write prints a type, as `main.T` or, with path, as `example.com/cmd.T`.
func (b *typePrinter) write(t types.Type, path bool) {
	t = types.Unalias(t)
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			b.WriteString("unsafe.Pointer")
		} else if t.Kind() >= 0 && t.Kind() < types.UntypedBool {
			b.WriteString(types.Typ[t.Kind()].Name())
		} else {
			b.WriteString(t.Name())
		}
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			if path {
				b.WriteString(pkg.Path())
			} else {
				b.WriteString(pkg.Name())
			}
			b.WriteByte('.')
		}
		b.WriteString(t.Obj().Name())
		defer func() {
			if n := b.generation[t.Obj().Pos()]; n > 0 && path {
				b.WriteString("·" + strconv.Itoa(n))
			}
		}()
		separator := byte('[')
		for _, argument := range b.local[t] {
			b.WriteByte(separator)
			b.write(argument, true)
			separator = ','
		}
		if separator == ',' {
			separator = ';' // the function's arguments, then its own
		}
		for argument := range t.TypeArgs().Types() {
			b.WriteByte(separator)
			b.write(argument, true)
			separator = ','
		}
		if separator != '[' {
			b.WriteByte(']')
		}
	case *types.Pointer:
		b.WriteByte('*')
		b.write(t.Elem(), path)
	case *types.Slice:
		b.WriteString("[]")
		b.write(t.Elem(), path)
	case *types.Array:
		b.WriteString("[" + strconv.FormatInt(t.Len(), 10) + "]")
		b.write(t.Elem(), path)
	case *types.Map:
		b.WriteString("map[")
		b.write(t.Key(), path)
		b.WriteByte(']')
		b.write(t.Elem(), path)
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			b.WriteString("chan<- ")
		case types.RecvOnly:
			b.WriteString("<-chan ")
		default:
			b.WriteString("chan ")
			if inner, ok := types.Unalias(t.Elem()).(*types.Chan); ok && inner.Dir() == types.RecvOnly {
				b.WriteByte('(')
				b.write(inner, path)
				b.WriteByte(')')
				return
			}
		}
		b.write(t.Elem(), path)
	case *types.Struct:
		b.WriteString("struct {")
		for i := range t.NumFields() {
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteByte(' ')
			f := t.Field(i)
			if !f.Embedded() {
				b.WriteString(f.Name() + " ")
			}
			b.write(f.Type(), path)
			if tag := t.Tag(i); tag != "" {
				b.WriteString(" " + strconv.Quote(tag))
			}
		}
		if t.NumFields() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case *types.Signature:
		b.WriteString("func")
		b.signature(t, path)
	case *types.Interface:
		b.WriteString("interface {")
		for i := range t.NumMethods() {
			if i > 0 {
				b.WriteByte(';')
			}
			m := t.Method(i)
			b.WriteByte(' ')
			if !m.Exported() && m.Pkg() != nil {
				b.WriteString(m.Pkg().Name() + ".")
			}
			b.WriteString(m.Name())
			b.signature(m.Signature(), path)
		}
		if t.NumMethods() > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case *types.Tuple:
		b.WriteByte('(')
		for i := range t.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.write(t.At(i).Type(), path)
		}
		b.WriteByte(')')
	default:
		b.WriteString(t.String())
	}
}

func (b *typePrinter) signature(t *types.Signature, path bool) {
	b.WriteByte('(')
	for i := range t.Params().Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		p := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			b.WriteString("...")
			if s, ok := types.Unalias(p).Underlying().(*types.Slice); ok {
				p = s.Elem()
			}
		}
		b.write(p, path)
	}
	b.WriteByte(')')
	switch r := t.Results(); r.Len() {
	case 0:
	case 1:
		b.WriteByte(' ')
		b.write(r.At(0).Type(), path)
	default:
		b.WriteString(" (")
		for i := range r.Len() {
			if i > 0 {
				b.WriteString(", ")
			}
			b.write(r.At(i).Type(), path)
		}
		b.WriteByte(')')
	}
}
