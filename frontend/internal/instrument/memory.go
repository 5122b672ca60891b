package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// accesses puts gates before the statements of a user's file, for the plain reads and writes in them. Where one variable
// is read and then written by the same statement, another stands between: that is where updates get lost.
//
// It knows no types, and so keeps to what compiles whatever they are.
func (g *gater) accesses() {
	for _, decl := range g.file.Decls {
		ast.Inspect(decl, g.visit)
	}
	g.atomicCalls()
	g.marks()
}

// finish imports the gates, if there are any.
func (g *gater) finish() {
	if g.used {
		g.insert(g.file.Name.End(), `; import vtracegate "vtracegate"`)
	}
}

type gater struct {
	*source
	used bool
	// What the file calls package sync/atomic, if it does.
	atomic string
}

func (g *gater) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		g.list(n.List)
	case *ast.CaseClause:
		g.list(n.Body)
	case *ast.CommClause:
		g.list(n.Body)
	case *ast.ForStmt:
		// The condition is evaluated again after each round.
		if n.Cond != nil && n.Post == nil {
			gate := g.gate("At", n.Cond.Pos(), n.Cond.End())
			if n.Init == nil && !strings.Contains(g.between(n.For, n.Cond.Pos()), ";") {
				g.insert(n.Cond.Pos(), "; ")
			}
			if strings.Contains(g.between(n.Cond.End(), n.Body.Lbrace), ";") {
				g.insert(n.Body.Lbrace, gate+" ")
			} else {
				g.insert(n.Cond.End(), "; "+gate)
			}
		}
	case *ast.RangeStmt:
		g.rounds(n)
	}
	return true
}

// rounds puts a gate before each round of a range statement but the first: it reads the next element, and may write a variable
// that others see.
func (g *gater) rounds(n *ast.RangeStmt) {
	gate := g.gate("At", n.For, n.Body.Lbrace)
	ast.Inspect(n.Body, func(inner ast.Node) bool {
		switch inner := inner.(type) {
		case *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.BranchStmt:
			if inner.Tok == token.CONTINUE && inner.Label == nil {
				g.insert(inner.Pos(), gate+"; ")
			}
		}
		return true
	})
	g.insert(n.Body.Rbrace, "; "+gate+"; ")
}

// list gates the statements of a list.
func (g *gater) list(statements []ast.Stmt) {
	for _, statement := range statements {
		end := statement.End()
		switch n := statement.(type) {
		case *ast.CaseClause, *ast.CommClause, *ast.EmptyStmt, *ast.BlockStmt:
			continue
		case *ast.IncDecStmt:
			if g.isPure(n.X) {
				g.split(n, n.X, g.text0(n.X)+n.Tok.String(), "vtracegateValue"+n.Tok.String())
				continue
			}
		case *ast.AssignStmt:
			if g.assignment(n) {
				continue
			}
		case *ast.IfStmt:
			end = n.Body.Lbrace
		case *ast.ForStmt:
			end = n.Body.Lbrace
		case *ast.RangeStmt:
			end = n.Body.Lbrace
		case *ast.SwitchStmt:
			end = n.Body.Lbrace
		case *ast.TypeSwitchStmt:
			end = n.Body.Lbrace
		case *ast.SelectStmt:
			end = n.Body.Lbrace
		}
		g.insert(statement.Pos(), g.gate("At", statement.Pos(), end)+"; ")
	}
}

// assignment gates an assignment to a variable that it also reads, and tells whether it is one.
func (g *gater) assignment(n *ast.AssignStmt) bool {
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || !g.isPure(n.Lhs[0]) {
		return false
	}
	if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
		return false
	}
	switch n.Tok {
	case token.DEFINE:
		return false
	case token.ASSIGN:
		if !g.isTyped(n.Lhs[0], n.Rhs[0]) {
			return false
		}
		g.insert(n.Pos(), g.gate("Load", n.Pos(), n.End())+"; ")
		from, to := g.lines(n.Pos(), n.End())
		g.insert(n.Rhs[0].Pos(), fmt.Sprintf("vtracegate.Then(%d, %d, ", from, to))
		g.insert(n.Rhs[0].End(), ")")
	default:
		if g.hasFunction(n.Rhs[0]) {
			return false
		}
		g.split(n, n.Lhs[0], g.text0(n), "vtracegateValue"+g.between(n.Lhs[0].End(), n.End()))
	}
	return true
}

// split makes a statement that reads and writes x read it, compute, and then write it.
func (g *gater) split(n ast.Stmt, x ast.Expr, text, compute string) {
	if strings.Contains(text, "\n") || strings.Contains(compute, "\n") {
		g.insert(n.Pos(), g.gate("At", n.Pos(), n.End())+"; ")
		return
	}
	name := g.text0(x)
	g.replace(n.Pos(), n.End(), fmt.Sprintf("{ %s; vtracegateValue := %s; %s; %s; %s = vtracegateValue }",
		g.gate("Load", n.Pos(), n.End()), name, compute, g.gate("Store", n.Pos(), n.End()), name))
}

// isPure tells whether an expression can be evaluated twice.
func (g *gater) isPure(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return g.isPure(x.X)
	case *ast.StarExpr:
		return g.isPure(x.X)
	case *ast.ParenExpr:
		return g.isPure(x.X)
	case *ast.IndexExpr:
		return g.isPure(x.X) && g.isPure(x.Index)
	}
	return false
}

// isTyped tells whether the value of an assignment surely has a type of its own, whatever it is assigned to: then it can be
// handed through a function.
func (g *gater) isTyped(to, value ast.Expr) bool {
	if g.hasFunction(value) {
		return false
	}
	same := func(x ast.Expr) bool { return g.text0(x) == g.text0(to) }
	switch x := value.(type) {
	case *ast.BinaryExpr:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
			return same(x.X) || same(x.Y)
		}
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "append" && len(x.Args) > 0 {
			return same(x.Args[0])
		}
	}
	return false
}

// hasFunction tells whether an expression has a function literal, whose statements are gated by themselves, or an atomic
// operation.
func (g *gater) hasFunction(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		_, literal := n.(*ast.FuncLit)
		selector, ok := n.(*ast.SelectorExpr)
		found = found || literal || ok && g.isAtomic(selector)
		return !found
	})
	return found
}

func (g *gater) gate(name string, from, to token.Pos) string {
	g.used = true
	first, last := g.lines(from, to)
	return fmt.Sprintf("vtracegate.%s(%d, %d)", name, first, last)
}

// lines are those of the file, whatever //line directives say.
func (g *gater) lines(from, to token.Pos) (int, int) {
	return g.set.PositionFor(from, true).Line, g.set.PositionFor(to-1, true).Line
}

func (g *gater) between(from, to token.Pos) string { return g.text[g.offset(from):g.offset(to)] }

func (g *gater) text0(n ast.Node) string { return g.between(n.Pos(), n.End()) }
