package instrument

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"strings"

	"vtrace.dev/frontend/shims"
)

// choices makes a package of random numbers give what the plan says: each of its functions for which vtrace has a shim calls it first. So
// the numbers that are chosen from, and what they are made of, are the same on the machine and in the real program.
func (w *writer) choices(pkg, file string) error {
	names := map[string]bool{}
	for _, f := range shims.Of(pkg) {
		text, err := w.shim(f, names)
		if err != nil {
			return err
		}
		if err := w.put(pkg+"/vtrace_"+filepath.Base(f.Name), text); err != nil {
			return err
		}
	}
	return w.change(hooked{pkg + "/" + file, []change{func(s *source) error {
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Body != nil && names[f.Name.Name] {
				delete(names, f.Name.Name)
				call := "vt" + f.Name.Name + "(" + parameters(f) + ")"
				if f.Type.Results == nil {
					s.insert(f.Body.Lbrace+1, " if vtChosen() { "+call+"; return };")
				} else {
					s.insert(f.Body.Lbrace+1, " if vtChosen() { return "+call+" };")
				}
			}
		}
		for name := range names {
			return fmt.Errorf("%s has no function %s: this version of Go is not known to vtrace's replay", s.path, name)
		}
		return nil
	}}})
}

// shim gives a shim's exported functions names of their own, which it adds to names.
func (w *writer) shim(f shims.File, names map[string]bool) (string, error) {
	s, err := parse(f.Name, string(f.Source))
	if err != nil {
		return "", err
	}
	for _, decl := range s.file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		switch {
		case !ok:
		case f.Name.Name == "Seed":
			s.replace(f.Pos(), f.End(), "")
		case f.Body != nil && f.Name.IsExported():
			names[f.Name.Name] = true
			s.insert(f.Name.Pos(), "vt")
		}
	}
	s.insert(s.file.Name.End(), `; import "unsafe"`)
	_, text, _ := strings.Cut(s.String(), "//go:build vtrace\n")
	text = strings.Replace(text, "func vtraceChoose(", "//\n//go:linkname vtraceChoose\nfunc vtraceChoose(", 1)
	return text + "\n//go:linkname vtChosen\nfunc vtChosen() bool\n\nvar _ unsafe.Pointer\n", nil
}

// parameters lists the names of a function's parameters.
func parameters(f *ast.FuncDecl) string {
	var names []string
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return strings.Join(names, ", ")
}
