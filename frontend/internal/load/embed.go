package load

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// embed gives the variables of a file that have a //go:embed line the contents of their files, as far as they are
// strings or bytes. It returns the names of the others, whose values are not known, and the files that it read.
func embed(f *ast.File, dir string) (unknown, read []string) {
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		for _, spec := range d.Specs {
			v := spec.(*ast.ValueSpec)
			pattern := embedPattern(v.Doc)
			if pattern == "" && len(d.Specs) == 1 {
				pattern = embedPattern(d.Doc)
			}
			if pattern == "" || len(v.Names) != 1 || len(v.Values) > 0 {
				continue
			}
			name := filepath.Join(dir, filepath.FromSlash(pattern))
			content, err := os.ReadFile(name)
			literal := &ast.BasicLit{ValuePos: v.Names[0].Pos(), Kind: token.STRING, Value: strconv.Quote(string(content))}
			switch t := v.Type.(type) {
			case *ast.Ident:
				if err == nil && t.Name == "string" {
					v.Values = []ast.Expr{literal}
				}
			case *ast.ArrayType:
				if err == nil && t.Len == nil {
					v.Values = []ast.Expr{&ast.CallExpr{Fun: t, Lparen: literal.ValuePos, Args: []ast.Expr{literal}}}
				}
			}
			if len(v.Values) > 0 {
				read = append(read, name)
			} else {
				unknown = append(unknown, v.Names[0].Name)
			}
		}
	}
	return unknown, read
}

// embedPattern gives what the last //go:embed line of a comment names.
func embedPattern(doc *ast.CommentGroup) (pattern string) {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			pattern = strings.TrimSpace(rest)
			if unquoted, err := strconv.Unquote(pattern); err == nil {
				pattern = unquoted
			}
			pattern = strings.TrimPrefix(pattern, "all:")
		}
	}
	return pattern
}
