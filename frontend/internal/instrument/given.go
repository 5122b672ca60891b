package instrument

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// A Given is a result that a call is to have: of a function that vtrace does not execute, and whose result it has chosen.
type Given struct {
	line, column    int // of the call's parenthesis
	function        string
	result, results int
	value           string
}

// parseGiven reads LINE:COLUMN:FUNCTION:RESULT:RESULTS:VALUE.
func parseGiven(all []string) ([]Given, error) {
	var given []Given
	for _, text := range all {
		fields := strings.SplitN(text, ":", 6)
		numbers := make([]int, 6)
		for _, i := range []int{0, 1, 3, 4} {
			if len(fields) < 6 {
				return nil, fmt.Errorf("%q is no result: LINE:COLUMN:FUNCTION:RESULT:RESULTS:VALUE", text)
			}
			n, err := strconv.Atoi(fields[i])
			if err != nil {
				return nil, fmt.Errorf("%q is no result: %w", text, err)
			}
			numbers[i] = n
		}
		given = append(given, Given{numbers[0], numbers[1], fields[2], numbers[3], numbers[4], fields[5]})
	}
	return given, nil
}

// results lets calls go through functions that change their results. The calls are made all the same.
func (g *gater) results(given []Given) {
	ast.Inspect(g.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false // nobody sees the results
		case *ast.CallExpr:
			g.call(n, given)
		}
		return true
	})
}

func (g *gater) call(n *ast.CallExpr, given []Given) {
	at := g.set.PositionFor(n.Lparen, false)
	here := slices.DeleteFunc(slices.Clone(given), func(r Given) bool {
		return r.line != at.Line || r.column != at.Column || r.function != called(n)
	})
	if len(here) == 0 {
		return
	}
	name := fmt.Sprintf("vtracegiven%d_%d", at.Line, at.Column)
	var types, parameters, values, sets []string
	for i := range here[0].results {
		types = append(types, fmt.Sprintf("T%d", i))
		parameters = append(parameters, fmt.Sprintf("r%d T%d", i, i))
		values = append(values, fmt.Sprintf("r%d", i))
	}
	for _, r := range here {
		sets = append(sets, fmt.Sprintf("vtracegate.Set(&r%d, %q)", r.result, r.value))
	}
	list := func(words []string) string { return strings.Join(words, ", ") }
	g.insert(g.file.FileEnd, fmt.Sprintf("\nfunc %s[%s any](%s) (%s) { %s; return %s }\n",
		name, list(types), list(parameters), list(types), strings.Join(sets, "; "), list(values)))
	g.insert(n.Pos(), name+"(")
	g.insert(n.End(), ")")
	g.used = true
}

// called gives the name of the function that is called.
func called(n *ast.CallExpr) string {
	switch f := ast.Unparen(n.Fun).(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}
