package load

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// Who asks questions about a run needs to see variables from outside, by their names, as long as the run goes on.
// SSA keeps most of them in registers without names, and forgets them where they are no longer needed. So functions
// get statements of these forms, which the machine takes as its own:
//
//	print("\x01vtrace:node worker", pid)          at the start of a function: who comes here first is a node of this name
//	print("\x01vtrace:watch weight", &weight)     behind a declaration: the variable stays in memory, and is this node's
//	print("\x01vtrace:passed", name)              somebody has passed a mark of this name
//
// Taking a variable's address is all it takes to keep it in memory.
const (
	nodePrefix  = markPrefix + "node "
	watchPrefix = markPrefix + "watch "
	passedText  = markPrefix + "passed"
)

// Framework is the import path of our package for distributed algorithms. It is no part of the user's code, though it
// may lie beside it, and its Mark speaks to the machine.
const Framework = "vtrace.dev/dialgo"

// A watcher adds these statements to a file.
type watcher struct {
	names  map[string]bool // the variables to watch; "*" stands for all
	prints []*ast.Ident
}

func newWatcher(names string) *watcher {
	w := &watcher{names: map[string]bool{}}
	for _, name := range strings.Split(names, ",") {
		w.names[name] = true
	}
	return w
}

// file adds the statements to the functions of the user's.
func (w *watcher) file(f *ast.File) {
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && d.Body != nil {
			ast.Inspect(d.Body, w.visit)
			// Inserted last, so that it is the first.
			first := append(w.parameters(d.Recv), w.parameters(d.Type.Params)...)
			d.Body.List = append(append([]ast.Stmt{w.node(d)}, first...), d.Body.List...)
		}
	}
}

// framework lets our package's Mark tell the machine.
func (w *watcher) framework(f *ast.File) {
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "Mark" && d.Body != nil {
			d.Body.List = append(d.Body.List, w.print(d.Name.Pos(), passedText, ast.NewIdent("name")))
		}
	}
}

// node makes the statement that names a goroutine after the function, and after its first parameter if that may be a number.
func (w *watcher) node(d *ast.FuncDecl) ast.Stmt {
	var id []ast.Expr
	if list := d.Type.Params.List; len(list) > 0 && len(list[0].Names) > 0 && list[0].Names[0].Name != "_" {
		if t, ok := list[0].Type.(*ast.Ident); ok && t.Name != "bool" && t.Name != "string" && t.Name != "error" && t.Name != "any" {
			id = []ast.Expr{ast.NewIdent(list[0].Names[0].Name)}
		}
	}
	return w.print(d.Name.Pos(), nodePrefix+d.Name.Name, id...)
}

func (w *watcher) print(pos token.Pos, text string, arguments ...ast.Expr) ast.Stmt {
	for _, argument := range arguments {
		ast.Inspect(argument, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				name.NamePos = pos
			}
			return true
		})
	}
	name := &ast.Ident{NamePos: pos, Name: "print"}
	w.prints = append(w.prints, name)
	literal := &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(text)}
	call := &ast.CallExpr{Fun: name, Lparen: pos, Args: append([]ast.Expr{literal}, arguments...), Rparen: pos}
	return &ast.ExprStmt{X: call}
}

// watch makes the statements that watch some of these names.
func (w *watcher) watch(names ...ast.Expr) (statements []ast.Stmt) {
	for _, name := range names {
		ident, ok := name.(*ast.Ident)
		if ok && ident.Name != "_" && (w.names[ident.Name] || w.names["*"]) {
			address := &ast.UnaryExpr{OpPos: ident.Pos(), Op: token.AND, X: ast.NewIdent(ident.Name)}
			statements = append(statements, w.print(ident.Pos(), watchPrefix+ident.Name, address))
		}
	}
	return statements
}

func (w *watcher) parameters(fields *ast.FieldList) (statements []ast.Stmt) {
	if fields == nil {
		return nil
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			statements = append(statements, w.watch(name)...)
		}
	}
	return statements
}

// declares gives the names that a statement declares for those behind it.
func declares(s ast.Stmt) (list []ast.Expr) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return s.Lhs
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					list = append(list, name)
				}
			}
		}
	}
	return list
}

// visit adds statements behind declarations in lists, and to the bodies of statements that declare something in their heads.
func (w *watcher) visit(n ast.Node) bool {
	inside := func(body *ast.BlockStmt, names []ast.Expr) {
		body.List = append(w.watch(names...), body.List...)
	}
	switch n := n.(type) {
	case *ast.BlockStmt:
		n.List = w.list(n.List)
	case *ast.CaseClause:
		n.Body = w.list(n.Body)
	case *ast.CommClause:
		n.Body = append(w.watch(declares(n.Comm)...), w.list(n.Body)...)
	case *ast.ForStmt:
		inside(n.Body, declares(n.Init))
	case *ast.IfStmt:
		inside(n.Body, declares(n.Init))
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			inside(n.Body, []ast.Expr{n.Key, n.Value})
		}
	case *ast.FuncLit:
		n.Body.List = append(w.parameters(n.Type.Params), n.Body.List...)
	}
	return true
}

func (w *watcher) list(list []ast.Stmt) (out []ast.Stmt) {
	for _, s := range list {
		out = append(out, s)
		out = append(out, w.watch(declares(s)...)...)
	}
	return out
}
