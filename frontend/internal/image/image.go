// Package image writes a program in the binary form that crates/program reads.
//
// The form is: eight bytes of magic, the schema number, then the tables, each preceded by its length: strings, files,
// types, methods, constants, globals, functions, entries. Numbers are LEB128, signed ones in zigzag; strings are
// indices into the first table. crates/program/src/decode.rs is the other half; they change together, and with them
// the schema number.
package image

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

const (
	magic  = "vtraceIM"
	schema = 3
)

// An encoder interns what functions refer to while it writes them.
type encoder struct {
	program *program.Program

	strings    table[string]
	files      map[*token.File]int
	fileList   []fileEntry
	types      typeutil.Map // to int
	typeList   []types.Type
	methods    table[method]
	signatures typeutil.Map // of int, for methods
	constants  table[constantKey]
	globals    map[*ssa.Global]int
	functions  map[*ssa.Function]int
	names      map[*ssa.Function]string
	tables     map[int][]methodEntry // of types, by index
	local      map[*types.Named][]types.Type
	generation map[token.Pos]int // of local types, by the place of their name
}

type fileEntry struct {
	path string
	user bool
}

// A method is known by its name, its package if that is unexported, and its signature: a type that has a method of another
// signature does not implement an interface. The signature's type is written only where methods of unknown values may be
// called: it drags in the types of all parameters.
type method struct {
	name, pkg string
	signature int
	typ       int // -1 if it is not wanted
}

type methodEntry struct{ method, function int }

// A table gives every distinct value a number.
type table[T comparable] struct {
	index map[T]int
	list  []T
}

func (t *table[T]) of(v T) int {
	if i, ok := t.index[v]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[T]int{}
	}
	i := len(t.list)
	t.index[v] = i
	t.list = append(t.list, v)
	return i
}

// Encode gives the image of a program.
func Encode(p *program.Program) []byte {
	e := &encoder{
		program: p,
		files:   map[*token.File]int{}, globals: map[*ssa.Global]int{}, functions: map[*ssa.Function]int{},
		names: map[*ssa.Function]string{}, tables: map[int][]methodEntry{},
		local: map[*types.Named][]types.Type{}, generation: map[token.Pos]int{},
	}
	for i, g := range p.Globals {
		e.globals[g] = i
	}
	for i, f := range p.Functions {
		e.functions[f.Function] = i
	}
	e.numberLocalTypes()
	e.methodTables()

	var globals, functions, entries writer
	e.writeGlobals(&globals)
	inits := e.initFunctions()
	functions.index(len(p.Functions) + len(inits.list))
	for _, f := range p.Functions {
		e.writeFunction(&functions, f)
	}
	for _, init := range inits.list {
		e.writeInit(&functions, init)
	}
	e.writeEntries(&entries, inits)

	var types_, methods, constants, files writer
	e.writeConstants(&constants) // these may intern types
	e.writeTypes(&types_)        // these may intern methods
	methods.index(len(e.methods.list))
	for _, m := range e.methods.list {
		e.string(&methods, m.name)
		e.string(&methods, m.pkg)
		methods.index(m.typ + 1)
	}
	files.index(len(e.fileList))
	for _, f := range e.fileList {
		e.string(&files, f.path)
		files.flag(f.user)
	}
	var version writer
	e.string(&version, p.GoVersion)

	var out writer
	out.b = append(out.b, magic...)
	out.number(schema)
	out.index(len(e.strings.list))
	for _, s := range e.strings.list {
		out.bytes(s)
	}
	for _, section := range []writer{version, files, types_, methods, constants, globals, functions, entries} {
		out.b = append(out.b, section.b...)
	}
	return out.b
}

// string writes the index of a string. It must be valid UTF-8.
func (e *encoder) string(w *writer, s string) {
	w.index(e.strings.of(strings.ToValidUTF8(s, "\uFFFD")))
}

// file gives the index of a source file.
func (e *encoder) file(f *token.File) int {
	if i, ok := e.files[f]; ok {
		return i
	}
	name := f.Name()
	user := false
	if !strings.HasPrefix(name, load.ShimPrefix) {
		if abs, err := filepath.Abs(name); err == nil {
			name = abs
		}
		user = e.program.UserFile(name)
	}
	i := len(e.fileList)
	e.files[f] = i
	e.fileList = append(e.fileList, fileEntry{name, user})
	return i
}

// A positions writes positions as differences to the one before.
type positions struct {
	e    *encoder
	last *token.File
	line int
}

// write appends a position: 0 for none; 1 for one in the same file as before, or the file's number and 2; then the
// difference of lines, and the column.
func (p *positions) write(w *writer, pos token.Pos) {
	if !pos.IsValid() {
		w.byte(0)
		return
	}
	f := p.last
	if f == nil || int(pos) < f.Base() || int(pos) > f.Base()+f.Size() {
		f = p.e.program.Fset.File(pos)
	}
	if f == nil {
		w.byte(0)
		return
	}
	at := f.PositionFor(pos, false)
	if f == p.last {
		w.byte(1)
	} else {
		w.index(p.e.file(f) + 2)
		p.last = f
	}
	w.signed(int64(at.Line - p.line))
	w.index(at.Column)
	p.line = at.Line
}

func (e *encoder) writeGlobals(w *writer) {
	w.index(len(e.program.Globals))
	at := &positions{e: e}
	for _, g := range e.program.Globals {
		e.string(w, g.String())
		w.index(e.typ(g.Type().(*types.Pointer).Elem()))
		at.write(w, g.Pos())
		w.flag(e.program.Cut(g))
	}
}

// An initTable numbers the functions that initialise all packages of an entry; go/ssa does not know these.
type initTable struct {
	list  [][]*ssa.Function
	index map[*ssa.Function]int // by the last package's initialiser
	of    []int                 // by entry
}

func (e *encoder) initFunctions() *initTable {
	t := &initTable{}
	seen := map[string]int{}
	for _, entry := range e.program.Entries {
		key := ""
		for _, f := range entry.Inits {
			key += f.Pkg.Pkg.Path() + "\n"
		}
		key += entry.Package
		i, ok := seen[key]
		if !ok {
			i = len(t.list)
			seen[key] = i
			t.list = append(t.list, entry.Inits)
		}
		t.of = append(t.of, len(e.program.Functions)+i)
	}
	return t
}

func (e *encoder) writeEntries(w *writer, inits *initTable) {
	w.index(len(e.program.Entries))
	for i, entry := range e.program.Entries {
		e.string(w, entry.Name)
		e.string(w, entry.Package)
		w.byte(byte(entry.Kind))
		w.index(inits.of[i])
		w.index(e.functions[entry.Function])
		if entry.Runner == nil {
			w.index(0)
		} else {
			w.index(e.functions[entry.Runner] + 1)
		}
		e.string(w, entry.GODEBUG)
	}
}
