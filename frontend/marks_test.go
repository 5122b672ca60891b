package main

import (
	"errors"
	"fmt"
	"go/constant"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

// prints lists the calls of print and println in main's functions, in the order of their blocks: function, place, text.
func prints(p *program.Program) []string {
	var lines []string
	for _, f := range p.Functions {
		if pkg := p.PackageOf(f.Function); pkg == nil || !pkg.User() {
			continue
		}
		for _, block := range f.Function.Blocks {
			for _, instruction := range block.Instrs {
				call, ok := instruction.(*ssa.Call)
				if !ok {
					continue
				}
				builtin, ok := call.Call.Value.(*ssa.Builtin)
				if !ok || !strings.HasPrefix(builtin.Name(), "print") {
					continue
				}
				text := "?"
				if c, ok := call.Call.Args[0].(*ssa.Const); ok && c.Value.Kind() == constant.String {
					text = constant.StringVal(c.Value)
				}
				at := p.Fset.PositionFor(call.Pos(), false)
				text = strings.Replace(text, "\x01vtrace:", "!", 1)
				lines = append(lines, fmt.Sprintf("%s %d:%d %s", f.Function.Name(), at.Line, at.Column, text))
			}
		}
	}
	return lines
}

func marked(t *testing.T, source string) []string {
	t.Helper()
	dir := write(t, "-- main.go --\n"+source)
	return prints(mustRun(t, dir, load.Options{Patterns: []string{"main.go"}}))
}

func TestCommentsBecomeMarksAtTheirPlaces(t *testing.T) {
	got := marked(t, `package main

func main() {
	n := 1 //vtrace:assert n == 1
	//vtrace:assert n < 2 // for now
	println("between")
	//vtrace:unreachable
	if n > 0 { //vtrace:reachable it is
		println("inner")
	} else { println("other") } //vtrace:reachable
	f := func() {
		//vtrace:assert n == 3
	}
	f()
	//vtrace:ignore leak not ours
}
`)
	expect(t, got,
		"main 4:9 !assert n == 1",
		"main 6:9 between",
		"main 7:2 !unreachable",
		"main 5:2 !assert n < 2",
		"main 8:13 !reachable",
		"main 9:10 inner",
		"main 10:30 !reachable",
		"main 10:18 other",
		"main$1 12:3 !assert n == 3",
	)
}

func TestMarksStandInCases(t *testing.T) {
	got := marked(t, `package main

func main() {
	var c chan int
	switch len(c) {
	case 1: //vtrace:reachable
	case 2:
		println("two")
		//vtrace:reachable
	default:
		//vtrace:unreachable
		println("default")
	}
	select {
	case <-c:
		//vtrace:unreachable
	default: //vtrace:reachable
	}
	switch any(c).(type) {
	case int:
		//vtrace:unreachable
	}
}
`)
	for _, want := range []string{"main 6:10 !reachable", "main 9:3 !reachable", "main 11:3 !unreachable",
		"main 16:3 !unreachable", "main 17:11 !reachable", "main 21:3 !unreachable"} {
		if !strings.Contains(strings.Join(got, "\n")+"\n", want+"\n") {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}

func TestBehindAReturnOnItsLineAMarkMeansTheReturn(t *testing.T) {
	got := marked(t, `package main

func f(n int) int {
	if n > 1 {
		return n //vtrace:unreachable
	}
	for {
		if n > 0 {
			break //vtrace:reachable
		}
		panic("f") //vtrace:unreachable
	}
	return n //vtrace:assert n == 1
}

func g() int {
	for {
	}
	//vtrace:unreachable
}

func main() { println(f(1), g()) }
`)
	expect(t, got, "main 22:22 ?", "f 5:12 !unreachable", "f 9:10 !reachable", "f 11:14 !unreachable", "f 13:11 !assert n == 1")
}

func TestWhatIsNoCommentIsNoMark(t *testing.T) {
	got := marked(t, "package main\n\nfunc main() {\n\tprintln(`\n//vtrace:unreachable\n`)\n\tprintln(\"//vtrace:assert 1\")\n"+
		"\t/*\n//vtrace:unreachable\n*/\n\t// vtrace:assert is what it is called\n\t// //vtrace:unreachable\n}\n")
	expect(t, got, "main 4:9 \n//vtrace:unreachable\n", "main 7:9 //vtrace:assert 1")
}

func TestMarksInFilesWithCarriageReturns(t *testing.T) {
	got := marked(t, strings.ReplaceAll(`package main

func main() {
	n := 1
	//vtrace:assert n == 1
	println("end") //vtrace:reachable
}
`, "\n", "\r\n"))
	expect(t, got, "main 6:9 end", "main 6:17 !reachable", "main 5:2 !assert n == 1")
}

func TestMarksInGenericFunctionsAndInitialisers(t *testing.T) {
	got := marked(t, `package main

var f = func() {
	//vtrace:reachable
}

func g[T comparable](x, y T) {
	//vtrace:assert x == y
}

func main() { f(); g(1, 1) }
`)
	expect(t, got, "g[int] 8:2 !assert x == y", "init$1 4:2 !reachable")
}

func TestMarksThatCannotBe(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"outside of a function", "package main\n\n//vtrace:assert x\nfunc main() {}\n",
			"./main.go:3:1: //vtrace:assert must be at the place of a statement, in a function"},
		{"in a statement", "package main\n\nfunc main() {\n\tprintln(1, //vtrace:unreachable\n\t\t2)\n}\n",
			"./main.go:4:13: //vtrace:unreachable must be at the place of a statement, in a function"},
		{"before the first case", "package main\n\nfunc main() {\n\tswitch { //vtrace:reachable\n\t}\n}\n",
			"./main.go:4:11: //vtrace:reachable must be at the place of a statement, in a function"},
		{"in the head of a case", "package main\n\nfunc main() {\n\tswitch 1 {\n\tcase 1:\n\tcase 2, //vtrace:reachable\n\t\t3:\n\t}\n}\n",
			"./main.go:6:10: //vtrace:reachable must be at the place of a statement, in a function"},
		{"no expression", "package main\n\nfunc main() {\n\t//vtrace:assert\n}\n",
			"./main.go:4:17: expected a condition, as in //vtrace:assert n == 1: expected operand, found 'EOF'"},
		{"half an expression", "package main\n\nfunc main() {\n\tn := 1\n\t_ = n //vtrace:assert n == \n}\n",
			"./main.go:5:29: expected a condition, as in //vtrace:assert n == 1: expected operand, found 'EOF'"},
		{"an assignment", "package main\n\nfunc main() {\n\tn := 1\n\t//vtrace:assert n = 2\n}\n",
			"./main.go:5:20: expected a condition, as in //vtrace:assert n == 1: expected '==', found '='"},
		{"an unknown name", "package main\n\nfunc main() {\n\t//vtrace:assert m == 2\n}\n", "./main.go:4:18: undefined: m"},
		{"not boolean", "package main\n\nfunc main() {\n\tn := 1\n\t//vtrace:assert n\n}\n",
			"./main.go:5:18: non-boolean condition in if statement"},
		{"a slip", "package main\n\nfunc main() {\n\t//vtrace:asert true\n}\n",
			"./main.go:4:2: //vtrace:asert is not known; there are assert, reachable, unreachable, mark, query and ignore"},
		{"behind a return", "package main\n\nfunc main() {\n\treturn\n\t//vtrace:reachable\n}\n",
			"./main.go:5:2: //vtrace:reachable stands behind a statement that never goes on to it"},
		{"a print of its own", "package main\n\nfunc print(string) {}\n\nfunc main() {\n\t//vtrace:reachable\n}\n",
			"./main.go:6:2: comments of vtrace do not work where the built-in print is hidden: rename the one declared in line 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, "-- main.go --\n"+c.source)
			_, err := run(t, dir, load.Options{Patterns: []string{"main.go"}})
			var user *load.UserError
			if !errors.As(err, &user) {
				t.Fatalf("got %v, want a user error", err)
			}
			expect(t, user.Messages, c.want)
		})
	}
}

func TestOnlyTheUsersFilesAreMarked(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.26

require example.com/dep v1.0.0
-- main.go --
package main

import "example.com/dep"

func main() { dep.F() }
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.26
example.com/dep
-- vendor/example.com/dep/dep.go --
package dep

//vtrace:assert nothing of ours
func F() {}
`)
	mustRun(t, dir, load.Options{Patterns: []string{"."}})
}
