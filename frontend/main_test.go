package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vtrace.dev/frontend/internal/image"
	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

// write makes a directory of files from a text of "-- name --" lines and contents.
func write(t *testing.T, text string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var name string
	files := map[string]string{}
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(strings.TrimSpace(rest), " --")
		} else if name != "" {
			files[name] += line
		}
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run exports a program in a directory and gives what is reached.
func run(t *testing.T, dir string, options load.Options, entries ...string) (*program.Program, error) {
	t.Helper()
	options.Dir = dir
	loaded, err := load.Load(options)
	if err != nil {
		return nil, err
	}
	for _, line := range loaded.StandardErrors() {
		t.Error(line)
	}
	p, err := program.Build(loaded, program.Wanted{Names: entries}, true)
	if err != nil {
		return nil, err
	}
	image.Encode(p)
	return p, nil
}

func mustRun(t *testing.T, dir string, options load.Options, entries ...string) *program.Program {
	t.Helper()
	p, err := run(t, dir, options, entries...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func entryNames(p *program.Program) []string {
	var names []string
	for _, e := range p.Entries {
		names = append(names, e.Package+"."+e.Name)
	}
	return names
}

func reaches(p *program.Program, name string) bool {
	return slices.ContainsFunc(p.Functions, func(f program.Reached) bool { return f.Function.String() == name })
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgramsOfTestdata(t *testing.T) {
	for _, name := range []string{"channels", "generics", "library", "names", "order"} {
		t.Run(name, func(t *testing.T) {
			mustRun(t, filepath.Join("testdata", name), load.Options{Patterns: []string{"main.go"}})
		})
	}
}

func TestTheSameProgramGivesTheSameImage(t *testing.T) {
	var images [2][]byte
	for i := range images {
		loaded, err := load.Load(load.Options{Dir: "testdata/library", Patterns: []string{"main.go"}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := program.Build(loaded, program.Wanted{}, false)
		if err != nil {
			t.Fatal(err)
		}
		images[i] = image.Encode(p)
	}
	if !bytes.Equal(images[0], images[1]) {
		t.Error("two images of one program differ")
	}
}

func TestFilesNeedNoModule(t *testing.T) {
	dir := write(t, `
-- a.go --
package main

func main() { println(f()) }
-- b.go --
package main

func f() int { return 1 }
-- broken.go --
package main

func f() int { return "not loaded" }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"a.go", "b.go"}})
	expect(t, entryNames(p), "command-line-arguments.main")
	if !reaches(p, "main.f") {
		t.Error("f is not reached")
	}
}

const module = `
-- go.mod --
module example.com/m

go 1.24
-- cmd/a/main.go --
package main

import "example.com/m/lib"

func main() { lib.F() }
-- cmd/b/main.go --
package main

func main() { tagged() }
-- cmd/b/on.go --
//go:build extra

package main

func tagged() {}
-- cmd/b/off.go --
//go:build !extra

package main

func tagged() { println() }
-- lib/lib.go --
package lib

func F() {}

func G(n int) int { return n }
-- lib/lib_test.go --
package lib

import "testing"

func TestF(t *testing.T) { F() }

func Testify() {}

func ExampleF() {}
-- lib/ext_test.go --
package lib_test

import "testing"

func TestExt(t *testing.T) {}
`

func TestPatterns(t *testing.T) {
	dir := write(t, module)
	for _, test := range []struct {
		patterns []string
		want     []string
	}{
		{[]string{"./cmd/a"}, []string{"example.com/m/cmd/a.main"}},
		{[]string{"cmd/a"}, []string{"example.com/m/cmd/a.main"}},
		{[]string{"example.com/m/cmd/a"}, []string{"example.com/m/cmd/a.main"}},
		{[]string{filepath.Join(dir, "cmd/a")}, []string{"example.com/m/cmd/a.main"}},
		{[]string{"./..."}, []string{"example.com/m/cmd/a.main", "example.com/m/cmd/b.main"}},
	} {
		p := mustRun(t, dir, load.Options{Patterns: test.patterns})
		expect(t, entryNames(p), test.want...)
	}
}

func TestBuildTags(t *testing.T) {
	dir := write(t, module)
	file := func(p *program.Program) string {
		for _, f := range p.Functions {
			if f.Function.String() == "main.tagged" {
				return filepath.Base(p.Fset.Position(f.Function.Pos()).Filename)
			}
		}
		return ""
	}
	options := load.Options{Patterns: []string{"./cmd/b"}}
	if got := file(mustRun(t, dir, options)); got != "off.go" {
		t.Errorf("without the tag: %s", got)
	}
	options.Tags = "extra"
	if got := file(mustRun(t, dir, options)); got != "on.go" {
		t.Errorf("with the tag: %s", got)
	}
	t.Setenv("GOFLAGS", "-tags=extra")
	options.Tags = ""
	if got := file(mustRun(t, dir, options)); got != "on.go" {
		t.Errorf("with the tag in GOFLAGS: %s", got)
	}
}

func TestEntries(t *testing.T) {
	dir := write(t, module)
	tests := load.Options{Patterns: []string{"./..."}, Tests: true}
	expect(t, entryNames(mustRun(t, dir, tests)),
		"example.com/m/cmd/a.main", "example.com/m/cmd/b.main",
		"example.com/m/lib.TestF", "example.com/m/lib.ExampleF", "example.com/m/lib_test.TestExt")
	expect(t, entryNames(mustRun(t, dir, tests, "TestExt")), "example.com/m/lib_test.TestExt")
	plain := load.Options{Patterns: []string{"./..."}}
	for _, name := range []string{"G", "lib.G", "example.com/m/lib.G"} {
		p := mustRun(t, dir, plain, name)
		expect(t, entryNames(p), "example.com/m/lib.G")
		if p.Entries[0].Kind != program.Function {
			t.Errorf("%s: kind %d", name, p.Entries[0].Kind)
		}
	}
	_, err := run(t, dir, plain, "Missing")
	if err == nil || err.Error() != "no function Missing in ./..." {
		t.Errorf("got %v", err)
	}
	_, err = run(t, dir, load.Options{Patterns: []string{"./lib"}})
	if !errors.Is(err, program.ErrNothing) {
		t.Errorf("got %v", err)
	}
}

func TestOldModulesHaveTheirSettings(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.20
-- main.go --
package main

func main() { panic(nil) }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"."}})
	if got := p.Entries[0].GODEBUG; !strings.Contains(got, "panicnil=1") {
		t.Errorf("GODEBUG is %q", got)
	}
}

func TestFunctionsInAssemblyHaveNoBody(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24
-- main.go --
package main

func assembly(n int) int

func unused()

func main() { assembly(1) }
-- main_amd64.s --
// nothing
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"."}})
	for _, f := range p.Functions {
		if f.Function.String() == "main.assembly" {
			if f.From.String() != "main.main" || len(f.Function.Blocks) != 0 {
				t.Errorf("reached from %s, with %d blocks", f.From, len(f.Function.Blocks))
			}
		}
	}
	if !reaches(p, "main.assembly") || reaches(p, "main.unused") {
		t.Error("assembly should be reached, unused should not")
	}
}

func TestWorkspace(t *testing.T) {
	dir := write(t, `
-- go.work --
go 1.24

use (
	./a
	./b
)
-- a/go.mod --
module example.com/a

go 1.24
-- a/main.go --
package main

import "example.com/b"

func main() { b.B() }
-- b/go.mod --
module example.com/b

go 1.21
-- b/b.go --
package b

func B() {
	for i := 0; i < 3; i++ {
		defer func() { println(i) }()
	}
}
`)
	p := mustRun(t, filepath.Join(dir, "a"), load.Options{Patterns: []string{"."}})
	if !reaches(p, "example.com/b.B") {
		t.Error("B is not reached")
	}
	for _, pkg := range p.Packages {
		if pkg.Path == "example.com/b" && !pkg.User() {
			t.Error("a module of the workspace is the user's")
		}
	}
}

func TestEmbeddedFiles(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24
-- text.txt --
hello
-- main.go --
package main

import "embed"

//go:embed text.txt
var text string

//go:embed text.txt
var data []byte

//go:embed text.txt
var files embed.FS

func main() { println(text, data, files.ReadFile) }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"."}})
	for _, g := range p.Globals {
		if want := g.Name() == "files"; g.Pkg.Pkg.Path() == "main" && p.Cut(g) != want {
			t.Errorf("%s: cut is %t", g, !want)
		}
	}
	init := p.Entries[0].Inits[len(p.Entries[0].Inits)-1]
	var b bytes.Buffer
	init.WriteTo(&b)
	if n := strings.Count(b.String(), `"hello`); n != 2 {
		t.Errorf("the text is there %d times:\n%s", n, b.String())
	}
}

func TestVendoredModule(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24

require example.com/dep v1.0.0
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit; go 1.24
example.com/dep
-- vendor/example.com/dep/dep.go --
package dep

import _ "sort"

func D() {}
-- main.go --
package main

import "example.com/dep"

func main() { dep.D() }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"."}})
	if !reaches(p, "example.com/dep.D") {
		t.Error("D is not reached")
	}
	for _, pkg := range p.Packages {
		if pkg.Path == "example.com/dep" && pkg.User() {
			t.Error("a vendored package is not the user's")
		}
	}
}

func TestMessages(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24
-- types/main.go --
package main

import "fmt"

func main() {
	var x int = "text"
	undefined()
}
-- syntax/main.go --
package main

func main() { if { }
-- missing/main.go --
package main

import "example.com/nowhere"

func main() { nowhere.F() }
-- c/main.go --
package main

import "C"

func main() {}
-- usesc/main.go --
package main

import _ "example.com/m/libc"

func main() {}
-- libc/c.go --
package libc

import "C"
-- cycle/a/a.go --
package a

import _ "example.com/m/cycle/b"
-- cycle/b/b.go --
package b

import _ "example.com/m/cycle/a"
-- test/x.go --
package test
-- test/x_test.go --
package test

import "testing"

func TestX(t *testing.T) { undefined() }
`)
	for _, test := range []struct {
		pattern string
		want    string
	}{
		{"./types", `types/main.go:3:8: "fmt" imported and not used
types/main.go:6:6: declared and not used: x
types/main.go:6:14: cannot use "text" (untyped string constant) as int value in variable declaration
types/main.go:7:2: undefined: undefined`},
		{"./syntax", "syntax/main.go:3:18: missing condition in if statement"},
		{"./missing", "missing/main.go:3:8: no required module provides package example.com/nowhere; to add it:\n\tgo get example.com/nowhere"},
		{"c/main.go", `c/main.go: import "C": programs that use cgo can't be run`},
		{"./c", `c/main.go: import "C": programs that use cgo can't be run; package example.com/m/c needs it`},
		{"./usesc", `libc/c.go: import "C": programs that use cgo can't be run; package example.com/m/libc needs it`},
		{"./nowhere", "stat " + filepath.Join(dir, "nowhere") + ": directory not found"},
		{"./test", "test/x_test.go:5:28: undefined: undefined"},
	} {
		_, err := run(t, dir, load.Options{Patterns: []string{test.pattern}, Tests: true})
		var user *load.UserError
		if !errors.As(err, &user) {
			t.Errorf("%s: %v is not the user's error", test.pattern, err)
		} else if err.Error() != test.want {
			t.Errorf("%s: got\n%v\nwant\n%s", test.pattern, err, test.want)
		}
	}
	if _, err := run(t, dir, load.Options{Patterns: []string{"./cycle/a"}}); err == nil ||
		!strings.Contains(err.Error(), "import cycle not allowed") {
		t.Errorf("a cycle: %v", err)
	}
}

func TestDependencies(t *testing.T) {
	dir := write(t, module)
	loaded, err := load.Load(load.Options{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(t.TempDir(), "deps")
	if err := loaded.WriteDeps(output); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	var deps struct {
		Files []struct {
			Path        string
			Size, Mtime int64
		}
		Dirs []struct {
			Path    string
			Names   []string
			Subdirs *[]string
		}
	}
	if err := json.Unmarshal(data, &deps); err != nil {
		t.Fatal(err)
	}
	var files, dirs []string
	for _, f := range deps.Files {
		if f.Size == 0 || f.Mtime == 0 {
			t.Errorf("%s: size %d, time %d", f.Path, f.Size, f.Mtime)
		}
		rel, _ := filepath.Rel(dir, f.Path)
		files = append(files, rel)
	}
	for _, d := range deps.Dirs {
		rel, _ := filepath.Rel(dir, d.Path)
		dirs = append(dirs, rel+":"+strings.Join(d.Names, ","))
		if d.Subdirs == nil {
			t.Errorf("%s: no subdirectories", d.Path)
		}
	}
	expect(t, files, "cmd/a/main.go", "cmd/b/main.go", "cmd/b/off.go", "cmd/b/on.go", "go.mod", "lib/lib.go")
	expect(t, dirs, ".:go.mod", "cmd:", "cmd/a:main.go", "cmd/b:main.go,off.go,on.go", "lib:ext_test.go,lib.go,lib_test.go")
}

func TestPackagesAreInitialisedInGoOrder(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24
-- main.go --
package main

import (
	_ "example.com/m/z"
	_ "example.com/m/c"
	_ "example.com/m/a"
)

func init() { println("main") }

func main() {}
-- a/a.go --
package a

import _ "example.com/m/y"

func init() { println("a") }
-- c/c.go --
package c

func init() { println("c") }
-- y/y.go --
package y

func init() { println("y") }
-- z/z.go --
package z

func init() { println("z") }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"."}})
	var order []string
	for _, f := range p.Entries[0].Inits {
		if path := f.Pkg.Pkg.Path(); path == "main" || strings.HasPrefix(path, "example.com") {
			order = append(order, path)
		}
	}
	expect(t, order, "example.com/m/c", "example.com/m/y", "example.com/m/a", "example.com/m/z", "main")
}

func TestOnlyWhatIsUsedIsInitialised(t *testing.T) {
	dir := write(t, `
-- main.go --
package main

import (
	"io"
	"unicode"
)

func main() { println(unicode.IsUpper('x'), io.EOF) }
`)
	p := mustRun(t, dir, load.Options{Patterns: []string{"main.go"}})
	count := 0
	for _, f := range p.Entries[0].Inits {
		for _, b := range f.Blocks {
			count += len(b.Instrs)
		}
	}
	if count > 5000 {
		t.Errorf("%d instructions initialise a program that uses two variables", count)
	}
}

func TestBrokenPackagesAreLeftOut(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.26
-- good/main.go --
package main

func main() {}
-- types/types.go --
package types

func F() int { return "one" }
-- user/main.go --
package main

import "example.com/m/types"

func main() { types.F() }
-- syntax/main.go --
package main

func main() { x := 1 y := 2 }
-- tests/tests.go --
package tests
-- tests/tests_test.go --
package tests

import "testing"

func TestX(t *testing.T) { undefined() }
`)
	loaded, broken, err := load.Sound(load.Options{Dir: dir, Tests: true, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Build(loaded, program.Wanted{}, true)
	if err != nil {
		t.Fatal(err)
	}
	if names := entryNames(p); !slices.Equal(names, []string{"example.com/m/good.main"}) {
		t.Errorf("entries: %v", names)
	}
	var got []string
	for _, b := range broken.Packages {
		got = append(got, strings.TrimPrefix(b.Package, "example.com/m/")+": "+strings.Join(b.Messages, "; ")+b.Imports)
	}
	want := []string{
		"syntax: syntax/main.go:3:22: expected ';', found y",
		"tests: tests/tests_test.go:5:28: undefined: undefined",
		`types: types/types.go:3:23: cannot use "one" (untyped string constant) as int value in return statement`,
		"user: example.com/m/types",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	_, _, err = load.Sound(load.Options{Dir: dir, Patterns: []string{"./types", "./syntax"}})
	var user *load.UserError
	if !errors.As(err, &user) || len(user.Messages) == 0 {
		t.Errorf("nothing is left, but the error is %v", err)
	}
}
