package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"vtrace.dev/frontend/shims"
)

// A shimSet is the shims of one package: declarations that replace the package's own of the same names.
type shimSet struct {
	files  []*ast.File
	names  map[string]bool // functions, types, variables and constants by name; methods as "T.M"
	atomic map[token.Pos]bool
	roots  []string
	noInit bool // the package's own init functions go
}

func (l *loader) parseShims(files []shims.File) *shimSet {
	s := &shimSet{names: map[string]bool{}, atomic: map[token.Pos]bool{}}
	for _, f := range files {
		syntax, err := parser.ParseFile(l.fset, ShimPrefix+f.Name, f.Source, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			panic("shim " + err.Error())
		}
		for _, group := range syntax.Comments {
			s.noInit = s.noInit || directive(group, "//vtrace:noinit")
		}
		for _, decl := range syntax.Decls {
			for _, name := range declared(decl) {
				s.names[name] = true
			}
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if directive(d.Doc, "//vtrace:atomic") {
					s.atomic[d.Name.Pos()] = true
				}
				if directive(d.Doc, "//vtrace:root") {
					s.roots = append(s.roots, d.Name.Name)
				}
			case *ast.GenDecl:
				if directive(d.Doc, "//vtrace:root") {
					s.roots = append(s.roots, declared(d)...)
				}
			}
		}
		s.files = append(s.files, syntax)
	}
	return s
}

// directive tells whether a comment has a line.
func directive(doc *ast.CommentGroup, line string) bool {
	if doc == nil {
		return false
	}
	for _, c := range doc.List {
		if strings.TrimSpace(c.Text) == line {
			return true
		}
	}
	return false
}

// declared gives the package-level names of a declaration.
func declared(decl ast.Decl) []string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return []string{functionName(d)}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names = append(names, n.Name)
				}
			}
		}
		return names
	}
	return nil
}

// functionName gives "F" for a function and "T.M" for a method of T or *T.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// remove drops the declarations that the shims replace. Names in groups become blank, so that iota keeps counting.
func (s *shimSet) remove(f *ast.File) {
	var kept []ast.Decl
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := functionName(d)
			if name == "init" && s.noInit || name != "init" && s.names[name] {
				continue
			}
		case *ast.GenDecl:
			var specs []ast.Spec
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if s.names[spec.Name.Name] {
						continue
					}
				case *ast.ValueSpec:
					blank := true
					for _, n := range spec.Names {
						if s.names[n.Name] {
							n.Name = "_"
						}
						blank = blank && n.Name == "_"
					}
					if blank && d.Tok == token.VAR {
						continue
					}
				}
				specs = append(specs, spec)
			}
			if len(specs) == 0 && len(d.Specs) > 0 {
				continue
			}
			d.Specs = specs
		}
		kept = append(kept, decl)
	}
	f.Decls = kept
}
