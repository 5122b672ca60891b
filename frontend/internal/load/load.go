// Package load finds, parses and type-checks the packages of a program.
//
// It does what golang.org/x/tools/go/packages does, on top of `go list`, but cheaper: packages of the standard
// library that are cut (see package std) lose their function bodies while they are parsed, and with these the imports
// that only the bodies needed, so that most of what a program depends on is never read. And it puts shims in place of
// declarations, with whatever imports they need.
package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Options say what to load.
type Options struct {
	Dir      string // the user's directory
	Tags     string
	Tests    bool
	Patterns []string
	Watch    string // the names of local variables that are to be seen from outside, with commas; "*" for all
}

// A Package is a type-checked package.
type Package struct {
	ID       string // the import path; of a test variant, as "p [p.test]"
	Path     string // the import path
	Name     string
	Dir      string
	Standard bool
	Match    bool   // matched by the patterns, not only imported
	ForTest  string // the package that this one is a test variant of, or its external test
	Module   *module
	Runs     bool // executed from its own source; otherwise only what shims declare is
	Shimmed  bool

	Types   *types.Package
	Syntax  []*ast.File
	Info    *types.Info
	Imports []*Package
	// ShimObjects are the package-level names that shims declare.
	ShimObjects map[string]bool
	// Atomic are the positions of the names of shim functions that are one visible operation.
	Atomic map[token.Pos]bool
	// Roots are the names of shim declarations that are exported though nothing in the program names them.
	Roots []string

	// Unknown are the package-level variables that something else initialises.
	Unknown map[string]bool

	embedded []string
	listed   *listed
	files    []*file
	state    state
	errors   []message
	ready    chan struct{}
}

// User tells whether the package is the user's own: of a main module, or outside of any.
func (p *Package) User() bool {
	return !p.Standard && p.Path != Framework && (p.Module == nil || p.Module.Main || p.Module.Replace != nil && p.Module.Replace.GoMod != "" && !inModuleCache(p.Dir))
}

func inModuleCache(dir string) bool {
	return strings.Contains(filepath.ToSlash(dir), "/pkg/mod/")
}

// A Program is everything that was loaded.
type Program struct {
	Fset      *token.FileSet
	Packages  []*Package // dependencies first
	Sizes     types.Sizes
	GoVersion string

	options  Options
	env      goEnv
	listed   []*listed
	userDirs map[string]bool
}

// Patterns are what the user asked for.
func (p *Program) Patterns() []string {
	if len(p.options.Patterns) == 0 {
		return []string{"."}
	}
	return p.options.Patterns
}

// Part gives the program as if one of its packages alone had been asked for. What is loaded is shared.
func (p *Program) Part(pkg *Package) *Program {
	part := *p
	part.options.Patterns = []string{pkg.ID}
	part.Packages, part.listed, part.userDirs = nil, nil, nil
	needed := map[*Package]bool{}
	var visit func(*Package)
	visit = func(q *Package) {
		if !needed[q] {
			needed[q] = true
			for _, dep := range q.Imports {
				visit(dep)
			}
		}
	}
	visit(pkg)
	for _, q := range p.Packages {
		if slices.Contains(always, q.ID) {
			visit(q)
		}
	}
	for _, q := range p.Packages {
		if needed[q] {
			part.Packages = append(part.Packages, q)
		}
	}
	byPath := make(map[string]*listed, len(p.listed))
	for _, l := range p.listed {
		byPath[l.ImportPath] = l
	}
	seen := map[*listed]bool{}
	var follow func(path string)
	follow = func(path string) {
		l := byPath[path]
		if l == nil || seen[l] {
			return
		}
		seen[l] = true
		for _, imported := range l.Imports {
			if id, ok := l.ImportMap[imported]; ok {
				imported = id
			}
			follow(imported)
		}
	}
	follow(pkg.ID)
	for _, l := range p.listed {
		if seen[l] {
			part.listed = append(part.listed, l)
		}
	}
	return &part
}

// GODEBUG gives the settings with which a main package, or the tests of a package, would be built.
func (p *Program) GODEBUG(pkg *Package) string {
	path := pkg.ID
	if pkg.ForTest != "" {
		path = pkg.ForTest + ".test"
	}
	for _, l := range p.listed {
		if l.ImportPath == path {
			return l.DefaultGODEBUG
		}
	}
	return ""
}

// A UserError is trouble with the user's program or command, in Go's own words.
type UserError struct {
	Messages []string
	// Broken has the messages by the ID of the package that they are about, if they are about packages.
	Broken map[string][]string
}

func (e *UserError) Error() string { return strings.Join(e.Messages, "\n") }

// Load loads a program.
func Load(options Options) (*Program, error) {
	p, _, err := load(options)
	return p, err
}

// load loads a program; if that fails, the list of its packages may still be known.
func load(options Options) (*Program, []*listed, error) {
	patterns, extra, err := preparePatterns(options)
	if err != nil {
		return nil, nil, err
	}
	type envResult struct {
		env goEnv
		err error
	}
	envs := make(chan envResult, 1)
	go func() {
		env, err := readEnv(options.Dir)
		envs <- envResult{env, err}
	}()
	list, err := goList(options, options.Tests, append(patterns, extra...))
	if err != nil {
		return nil, nil, err
	}
	env := <-envs
	if env.err != nil {
		return nil, nil, env.err
	}
	if newer(env.env.GOVERSION, runtime.Version()) {
		return nil, nil, fmt.Errorf("this program is built with %s, but the front-end was built with %s and can't read its "+
			"standard library: build it again with the newer Go", env.env.GOVERSION, runtime.Version())
	}
	l := newLoader(options, env.env)
	l.add(list)
	if err := l.listErrors(list); err != nil {
		return nil, list, err
	}
	roots := append([]string(nil), always...)
	matched := map[string]bool{}
	for _, p := range list {
		if !p.DepOnly && !isTestMain(p) && !isExtra(p, extra) {
			roots = append(roots, p.ImportPath)
			matched[p.ImportPath] = true
		}
	}
	if err := l.parse(roots); err != nil {
		return nil, list, err
	}
	for id := range matched {
		l.packages[id].Match = true
	}
	if err := l.check(); err != nil {
		return nil, list, err
	}
	return &Program{
		Fset: l.fset, Packages: l.order, Sizes: l.sizes, GoVersion: l.env.GOVERSION,
		options: options, env: l.env, listed: list,
	}, list, nil
}

// newer tells whether a Go version is of a later release than another.
func newer(a, b string) bool {
	// "go1.26.8 X:experiment", or "devel go1.27-…", which is not compared.
	lang := func(v string) string { return version.Lang(strings.Fields(v + " ")[0]) }
	return lang(a) != "" && lang(b) != "" && version.Compare(lang(a), lang(b)) > 0
}

// isTestMain recognises the main package that the go command generates for tests. It is not loaded: the machine
// starts tests by itself, and that package would drag in much.
func isTestMain(p *listed) bool {
	return p.Name == "main" && p.ForTest == "" && strings.HasSuffix(p.ImportPath, ".test")
}

// always are packages that are loaded though the program may not import them: run-time panics are values of their
// types.
var always = []string{"runtime"}

// preparePatterns tells file arguments from package patterns. `go list` does not take both at once, so `runtime` is
// added to the latter only; see [loader.missing] for the former.
func preparePatterns(options Options) (patterns, extra []string, err error) {
	patterns = options.Patterns
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	files := false
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			full := p
			if !filepath.IsAbs(full) {
				full = filepath.Join(options.Dir, p)
			}
			if info, err := os.Stat(full); err != nil || !info.IsDir() {
				files = true
			}
		}
	}
	var out []string
	for _, p := range patterns {
		// A bare directory name is a directory here, though for the go command it would be an import path.
		if !files && !filepath.IsAbs(p) && !strings.HasPrefix(p, ".") && !strings.Contains(p, "...") {
			if info, err := os.Stat(filepath.Join(options.Dir, p)); err == nil && info.IsDir() && !strings.Contains(strings.Split(p, "/")[0], ".") {
				p = "./" + p
			}
		}
		out = append(out, p)
	}
	if !files && !options.Tests { // with tests it would be tested, too
		extra = always
	}
	return out, extra, nil
}

func isExtra(p *listed, extra []string) bool {
	for _, e := range extra {
		if p.ImportPath != e {
			continue
		}
		for _, m := range p.Match {
			if m != e {
				return false
			}
		}
		return true
	}
	return false
}

// UserFile tells whether a file is the user's own.
func (p *Program) UserFile(name string) bool {
	if p.userDirs == nil {
		p.userDirs = map[string]bool{}
		for _, pkg := range p.Packages {
			if pkg.User() {
				p.userDirs[pkg.Dir] = true
			}
		}
	}
	return p.userDirs[filepath.Dir(name)]
}

// StandardErrors lists the type errors in the standard library: those in shims are mistakes, others mostly come from
// stripping, and the usual ones are left out.
func (p *Program) StandardErrors() []string {
	var lines []string
	for _, pkg := range p.Packages {
		if pkg.Standard {
			for _, m := range pkg.errors {
				if m.text == "generic function is missing function body" || strings.HasSuffix(m.text, "imported and not used") {
					continue
				}
				lines = append(lines, m.at.String()+": "+m.text)
			}
		}
	}
	return lines
}
