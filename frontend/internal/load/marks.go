package load

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Comments in the user's sources say what should hold at a place, for searches to check:
//
//	//vtrace:assert EXPR
//	//vtrace:unreachable
//	//vtrace:reachable
//	//vtrace:mark NAME
//
// Each becomes a statement at its place: a call of the built-in print with a text that begins with markPrefix, which
// the machine does not print but notes; for an assertion, in the else branch of an if. The statements go into the
// syntax tree and not into the text, so that every position stays what it is.
const (
	commentPrefix = "//vtrace:"
	markPrefix    = "\x01vtrace:"
)

// A Mark is such a comment, where a run can come by.
type Mark struct {
	Comment *ast.Comment
	Word    string // assert, reachable or unreachable
	// What should hold, and its text; only for an assertion.
	Condition ast.Expr
	Text      string
	// The statement before which it has its place although it stands behind it, or nil.
	Before ast.Stmt
	place  place
}

// Marks finds the comments of a file, and what is wrong with them.
func Marks(fset *token.FileSet, f *ast.File) (marks []Mark, errors []message) {
	for _, group := range f.Comments {
		for _, comment := range group.List {
			rest, ok := strings.CutPrefix(comment.Text, commentPrefix)
			if !ok {
				continue
			}
			fail := func(pos token.Pos, text string) {
				errors = append(errors, message{fset.Position(pos), text})
			}
			m := Mark{Comment: comment, Word: rest}
			if i := strings.IndexAny(rest, " \t"); i >= 0 {
				m.Word = rest[:i]
			}
			switch m.Word {
			case "ignore", "query":
				continue // for reports, and for simulations
			case "reachable", "unreachable":
			case "assert":
				expr, err := parseAt(comment.Pos()+token.Pos(len(commentPrefix+m.Word)), rest[len(m.Word):])
				if err != nil {
					fail(err.at, "expected a condition, as in //vtrace:assert n == 1: "+err.text)
					continue
				}
				from := int(expr.Pos() - comment.Pos())
				m.Condition, m.Text = expr, comment.Text[from:from+int(expr.End()-expr.Pos())]
			case "mark":
				m.Text = strings.TrimSpace(rest[len(m.Word):])
				if !token.IsIdentifier(m.Text) {
					fail(comment.Pos(), "expected a name, as in //vtrace:mark elected")
					continue
				}
			default:
				fail(comment.Pos(), commentPrefix+m.Word+" is not known; there are assert, reachable, unreachable, mark, query and ignore")
				continue
			}
			place, ok := findPlace(fset, f, comment.Pos())
			if !ok {
				fail(comment.Pos(), commentPrefix+m.Word+" must be at the place of a statement, in a function")
				continue
			}
			if place.dead {
				if m.Word == "reachable" {
					fail(comment.Pos(), commentPrefix+m.Word+" stands behind a statement that never goes on to it")
				}
				continue
			}
			m.place = place
			if list := *place.list; place.index < len(list) && list[place.index].Pos() < comment.Pos() {
				m.Before = list[place.index]
			}
			marks = append(marks, m)
		}
	}
	return marks, errors
}

// addMarks puts statements in place of the comments of a file. It returns the names by which they call print, and what
// is wrong with comments.
func addMarks(fset *token.FileSet, f *ast.File) (prints []*ast.Ident, errors []message) {
	marks, errors := Marks(fset, f)
	// The last first, so that the places of the others stay.
	for _, m := range slices.Backward(marks) {
		text := markPrefix + m.Word
		if m.Text != "" {
			text += " " + m.Text
		}
		statement, name := mark(m.Comment.Pos(), text, m.Condition)
		*m.place.list = slices.Insert(*m.place.list, m.place.index, statement)
		prints = append(prints, name)
	}
	return prints, errors
}

// mark makes the statement print(text), or `if condition {} else { print(text) }`.
func mark(pos token.Pos, text string, condition ast.Expr) (ast.Stmt, *ast.Ident) {
	name := &ast.Ident{NamePos: pos, Name: "print"}
	literal := &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(text)}
	call := &ast.ExprStmt{X: &ast.CallExpr{Fun: name, Lparen: pos, Args: []ast.Expr{literal}, Rparen: pos}}
	if condition == nil {
		return call, name
	}
	block := func(list ...ast.Stmt) *ast.BlockStmt {
		return &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: pos}
	}
	return &ast.IfStmt{If: pos, Cond: condition, Body: block(), Else: block(call)}, name
}

// A parseError is why a text is no expression.
type parseError struct {
	at   token.Pos
	text string
}

// parseAt parses an expression whose text is at pos in a file, so that its positions are those in the file.
func parseAt(pos token.Pos, text string) (ast.Expr, *parseError) {
	fset := token.NewFileSet()
	fset.AddFile("", 1, int(pos)-2) // so that the next one begins at pos; a package clause is before it
	expr, err := parser.ParseExprFrom(fset, "", text, parser.SkipObjectResolution)
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		return nil, &parseError{pos + token.Pos(list[0].Pos.Offset), list[0].Msg}
	} else if err != nil {
		return nil, &parseError{pos, err.Error()}
	}
	return expr, nil
}

// A place is where a statement can be inserted.
type place struct {
	list  *[]ast.Stmt
	index int
	dead  bool // no run comes here, as the compiler knows
}

// findPlace finds the innermost list of statements around pos; false if no statement can stand there.
func findPlace(fset *token.FileSet, f *ast.File, pos token.Pos) (place, bool) {
	var function *ast.BlockStmt // the body of the innermost function
	var results int
	var list *[]ast.Stmt
	clauses := map[*ast.BlockStmt]bool{} // bodies of switch and select statements
	around := func(b *ast.BlockStmt) bool { return b != nil && b.Lbrace < pos && pos < b.Rbrace }
	enter := func(t *ast.FuncType, body *ast.BlockStmt) {
		if around(body) {
			function, results = body, t.Results.NumFields()
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			enter(n.Type, n.Body)
		case *ast.FuncLit:
			enter(n.Type, n.Body)
		case *ast.SwitchStmt:
			clauses[n.Body] = true
		case *ast.TypeSwitchStmt:
			clauses[n.Body] = true
		case *ast.SelectStmt:
			clauses[n.Body] = true
		case *ast.BlockStmt:
			if around(n) && clauses[n] {
				list = clauseAt(n, pos)
			} else if around(n) {
				list = &n.List
			}
		}
		return true
	})
	if list == nil {
		return place{}, false
	}
	index := 0
	for ; index < len(*list) && (*list)[index].Pos() < pos; index++ {
		if pos < (*list)[index].End() {
			return place{}, false // in the middle of it
		}
	}
	p := place{list: list, index: index}
	if index > 0 {
		before := (*list)[index-1]
		line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
		switch {
		case jumps(before) && line(before.End()) == line(pos):
			p.index-- // behind a return, on its line, it means the return
		case jumps(before):
			p.dead = true
		case results > 0 && index == len(*list) && list == &function.List:
			p.dead = true // a function with results does not come to its end
		}
	}
	return p, true
}

// clauseAt gives the statements of the case that pos is in; nil if it is in none, or in the head of one.
func clauseAt(body *ast.BlockStmt, pos token.Pos) (list *[]ast.Stmt) {
	for _, clause := range body.List {
		if pos < clause.Pos() {
			break
		}
		switch c := clause.(type) {
		case *ast.CaseClause:
			if list = &c.Body; pos < c.Colon {
				return nil
			}
		case *ast.CommClause:
			if list = &c.Body; pos < c.Colon {
				return nil
			}
		}
	}
	return list
}

// jumps tells whether nothing comes behind a statement.
func jumps(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			name, ok := call.Fun.(*ast.Ident)
			return ok && name.Name == "panic"
		}
	}
	return false
}

// hiddenPrints says which marks call a print of the program's own, where Go's is hidden.
func hiddenPrints(fset *token.FileSet, info *types.Info, prints []*ast.Ident) (errors []message) {
	for _, name := range prints {
		if object := info.Uses[name]; object != nil && object != types.Universe.Lookup("print") {
			at := fset.Position(object.Pos())
			errors = append(errors, message{fset.Position(name.Pos()),
				"comments of vtrace do not work where the built-in print is hidden: rename the one declared in line " + strconv.Itoa(at.Line)})
		}
	}
	return errors
}
