package instrument

import (
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestGatesKeepLines(t *testing.T) {
	const text = `package p

var x int
var m map[string]int

func f(c chan int, ok func() bool) {
	x++
	x += 2; x--
	x = x + 1
	m["a"] += len(m)
	for x < 3 {
	}
	for ok() {
		x = 4
	}
	for ; x < 5; {
		break
	}
outer:
	for i := 0; i < 3; i++ {
		switch {
		case x > 0:
			continue outer
		default:
			x <<= 1
		}
		select {
		case c <- x:
			x = -x
		case y := <-c:
			_ = y
		default:
		}
	}
	if x == 3 {
		go func() { x++ }()
	} else if x == 4 {
		x = func() int { x++; return x }()
	}
	var s []int
	s = append(s, x)
	x += func() int { return 1 }()
	goto end
end:
}
`
	s, err := parse("p.go", text)
	if err != nil {
		t.Fatal(err)
	}
	(&gater{source: s, atomic: atomicName(s)}).accesses()
	got := s.String()
	if before, after := strings.Count(text, "\n"), strings.Count(got, "\n"); before != after {
		t.Errorf("%d lines became %d", before, after)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "p.go", got, 0); err != nil {
		t.Errorf("%v\n%s", err, got)
	}
	for _, want := range []string{
		"{ vtracegate.Load(7, 7); vtracegateValue := x; vtracegateValue++; vtracegate.Store(7, 7); x = vtracegateValue }",
		"x = vtracegate.Then(9, 9, x + 1)",
		"for ; x < 3; vtracegate.At(11, 11) {",
		"s = vtracegate.Then(41, 41, append(s, x))",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
	if _, err := format.Source([]byte(got)); err != nil {
		t.Error(err)
	}
}

func TestResultsAreGiven(t *testing.T) {
	s, err := parse("p.go", "package p\n\nimport \"os\"\n\nfunc f() error {\n\tdefer os.Remove(\"b\")\n\t_, err := os.Stat(\"a\")\n\treturn err\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	given, err := parseGiven([]string{"7:19:Stat:1:2:e", "7:19:Lstat:0:2:n", "6:17:Remove:0:1:e"})
	if err != nil {
		t.Fatal(err)
	}
	g := &gater{source: s}
	g.results(given)
	g.finish()
	got := s.String()
	for _, want := range []string{
		"_, err := vtracegiven7_19(os.Stat(\"a\"))",
		"func vtracegiven7_19[T0, T1 any](r0 T0, r1 T1) (T0, T1) { vtracegate.Set(&r1, \"e\"); return r0, r1 }",
		"defer os.Remove(\"b\")",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in\n%s", want, got)
		}
	}
	if _, err := format.Source([]byte(got)); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "7:19:Stat", "x:19:Stat:1:2:e"} {
		if _, err := parseGiven([]string{wrong}); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

func TestUnknownGoIsRefused(t *testing.T) {
	root := t.TempDir()
	for _, f := range files {
		path := filepath.Join(root, "src", f.path)
		os.MkdirAll(filepath.Dir(path), 0o777)
		os.WriteFile(path, []byte("package p\n"), 0o666)
	}
	err := Overlay(root, "linux", t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "has no function chansend1: this version of Go is not known") {
		t.Errorf("got %v", err)
	}
}

// TestStandardLibraryCompiles gates the statements of packages of the standard library as if they were the user's, and compiles
// them. VTRACE_SELFTEST=std takes all of them, and otherwise names some, or modules' packages in the directory VTRACE_SELFTEST_DIR.
func TestStandardLibraryCompiles(t *testing.T) {
	packages := strings.Fields(os.Getenv("VTRACE_SELFTEST"))
	if len(packages) == 0 {
		if testing.Short() {
			t.Skip("takes long")
		}
		packages = []string{"container/list", "text/tabwriter", "encoding/csv"}
	}
	if len(packages) == 1 && packages[0] == "std" {
		packages = allOfStd(t)
	}
	dir := t.TempDir()
	root := strings.TrimSpace(output(t, "", "go", "env", "GOROOT"))
	if err := Overlay(root, runtime.GOOS, dir); err != nil {
		t.Fatal(err)
	}
	count, err := selfTest(dir, os.Getenv("VTRACE_SELFTEST_DIR"), packages)
	if err != nil {
		t.Fatal(err)
	}
	if err := Finish(dir); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"build", "-overlay", filepath.Join(dir, "overlay.json")}, packages...)
	output(t, os.Getenv("VTRACE_SELFTEST_DIR"), "go", args...)
	t.Logf("%d files of %d patterns compile", count, len(packages))
}

// allOfStd are the packages of the standard library that can have gates: all but those of which the gates themselves are made. Where
// there is a version of a package without C, that one is taken.
func allOfStd(t *testing.T) []string {
	t.Setenv("CGO_ENABLED", "0")
	gates := strings.Fields(output(t, "", "go", "list", "-deps", "runtime", "sync/atomic"))
	var all []string
	for _, p := range strings.Fields(output(t, "", "go", "list", "-f", "{{if .GoFiles}}{{.ImportPath}}{{end}}", "std")) {
		if !slices.Contains(gates, p) && !strings.HasPrefix(p, "vendor/") {
			all = append(all, p)
		}
	}
	return all
}

func output(t *testing.T, dir, name string, args ...string) string {
	command := exec.Command(name, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
