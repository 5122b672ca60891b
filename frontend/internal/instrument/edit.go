package instrument

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"sort"
	"strings"
)

// A source is a Go file that is changed by inserting text, so that every line stays on its line.
type source struct {
	path  string
	text  string
	set   *token.FileSet
	file  *ast.File
	edits []edit
}

// An edit puts text in place of what is between two offsets.
type edit struct {
	from, to int
	text     string
}

func parse(path, text string) (*source, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	return &source{path: path, text: text, set: set, file: file}, nil
}

func (s *source) offset(pos token.Pos) int { return s.set.Position(pos).Offset }

func (s *source) insert(pos token.Pos, text string) {
	at := s.offset(pos)
	s.edits = append(s.edits, edit{at, at, text})
}

func (s *source) replace(from, to token.Pos, text string) {
	s.edits = append(s.edits, edit{s.offset(from), s.offset(to), text})
}

// String gives the changed text. Of several insertions at one place, the first that was made comes first.
func (s *source) String() string {
	sort.SliceStable(s.edits, func(i, j int) bool { return s.edits[i].from < s.edits[j].from })
	var b strings.Builder
	at := 0
	for _, e := range s.edits {
		b.WriteString(s.text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(s.text[at:])
	return b.String()
}

// function finds a declared function, or a method as "T.M".
func (s *source) function(name string) (*ast.FuncDecl, error) {
	for _, decl := range s.file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil && functionName(f) == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%s has no function %s: this version of Go is not known to vtrace's replay", s.path, name)
}

// functionName gives a function's name, or a method's as "T.M".
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
}

// A change is something to do to a file of the standard library.
type change func(*source) error

// start puts a statement at the beginning of a function.
func start(name, statement string) change {
	return func(s *source) error {
		f, err := s.function(name)
		if err == nil {
			s.insert(f.Body.Lbrace+1, " "+statement+";")
		}
		return err
	}
}

// end puts a statement at the end of a function without results.
func end(name, statement string) change {
	return func(s *source) error {
		f, err := s.function(name)
		if err == nil {
			s.insert(f.Body.Rbrace, "; "+statement+"; ")
		}
		return err
	}
}

// rename gives a function another name.
func rename(name, to string) change {
	return func(s *source) error {
		f, err := s.function(name)
		if err == nil {
			s.replace(f.Name.Pos(), f.Name.End(), to)
		}
		return err
	}
}

// around puts text before and behind the only statement of a function that reads so.
func around(name, statement, before, behind string) change {
	return func(s *source) error {
		f, err := s.function(name)
		if err != nil {
			return err
		}
		var found []ast.Stmt
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if n, ok := n.(ast.Stmt); ok && s.text[s.offset(n.Pos()):s.offset(n.End())] == statement {
				found = append(found, n)
				return false
			}
			return true
		})
		if len(found) != 1 {
			return fmt.Errorf("%s: %s has %d statements `%s` instead of one: this version of Go is not known to vtrace's replay",
				s.path, name, len(found), statement)
		}
		s.insert(found[0].Pos(), before)
		s.insert(found[0].End(), behind)
		return nil
	}
}

// substitute puts a text in place of the only one in a function that reads so.
func substitute(name, old, text string) change {
	return func(s *source) error {
		f, err := s.function(name)
		if err != nil {
			return err
		}
		from, to := s.offset(f.Body.Lbrace), s.offset(f.Body.Rbrace)
		if n := strings.Count(s.text[from:to], old); n != 1 {
			return fmt.Errorf("%s: %s has %d times `%s` instead of once: this version of Go is not known to vtrace's replay",
				s.path, name, n, old)
		}
		from += strings.Index(s.text[from:to], old)
		s.edits = append(s.edits, edit{from, from + len(old), text})
		return nil
	}
}

// field adds a field to a struct.
func field(name, text string) change {
	return func(s *source) error {
		for _, decl := range s.file.Decls {
			decl, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok && spec.Name.Name == name {
					if t, ok := spec.Type.(*ast.StructType); ok {
						// The brace stands on a line of its own, so that the last field has ended.
						s.insert(t.Fields.Closing, text+"; ")
						return nil
					}
				}
			}
		}
		return fmt.Errorf("%s has no struct %s: this version of Go is not known to vtrace's replay", s.path, name)
	}
}

// functions gives the symbols of all functions of a file.
func (s *source) functions(pkg string) []string {
	var names []string
	for _, decl := range s.file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			name := functionName(f)
			names = append(names, symbol(pkg, name))
			if f.Recv != nil {
				names = append(names, pkg+"."+name)
			}
		}
	}
	return names
}
