package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
)

// A message is an error at a place.
type message struct {
	at   token.Position
	text string
}

// check type-checks all parsed packages, dependencies first, in parallel.
func (l *loader) check() error {
	if err := l.userErrors(); err != nil {
		return err // of syntax
	}
	if err := l.sortPackages(); err != nil {
		return err
	}
	for _, p := range l.order {
		p.ready = make(chan struct{})
	}
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for _, p := range l.order {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for _, dep := range p.Imports {
				<-dep.ready
			}
			limit <- struct{}{}
			l.checkPackage(p)
			<-limit
			close(p.ready)
		}()
	}
	wait.Wait()
	return l.userErrors()
}

// ids lists the packages in a fixed order.
func (l *loader) ids() []string {
	ids := make([]string, 0, len(l.packages))
	for id := range l.packages {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// sortPackages fills Imports and orders the packages so that imports come first.
func (l *loader) sortPackages() error {
	const visiting = checked + 1
	var visit func(p *Package, stack []string) error
	visit = func(p *Package, stack []string) error {
		stack = append(stack, p.ID)
		switch p.state {
		case checked:
			return nil
		case visiting:
			return &UserError{Messages: []string{"import cycle: " + strings.Join(stack, " → ")}}
		}
		p.state = visiting
		seen := map[string]bool{}
		for _, f := range p.files {
			for _, path := range f.imports {
				id := p.resolve(path)
				if dep := l.packages[id]; dep != nil && !seen[id] {
					seen[id] = true
					if err := visit(dep, stack); err != nil {
						return err
					}
					p.Imports = append(p.Imports, dep)
				}
			}
		}
		p.state = checked
		l.order = append(l.order, p)
		return nil
	}
	for _, id := range l.ids() {
		if err := visit(l.packages[id], nil); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkPackage(p *Package) {
	p.Info = &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	byPath := map[string]*Package{}
	for _, dep := range p.Imports {
		byPath[dep.ID] = dep
	}
	version := "go" + strings.TrimPrefix(l.env.GOVERSION, "go")
	if p.Module != nil && p.Module.GoVersion != "" {
		version = "go" + p.Module.GoVersion
	} else if p.Module != nil && !p.Standard {
		version = "go1.16" // a module without a go directive
	}
	config := types.Config{
		GoVersion: version,
		Sizes:     l.sizes,
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			if dep := byPath[p.resolve(path)]; dep != nil && dep.Types != nil {
				return dep.Types, nil
			}
			return nil, fmt.Errorf("could not import %s", path)
		}),
		Error: func(err error) {
			if e, ok := err.(types.Error); ok {
				p.errors = append(p.errors, message{l.fset.Position(e.Pos), e.Msg})
			} else {
				p.errors = append(p.errors, message{text: err.Error()})
			}
		},
	}
	path := p.Path
	if p.Name == "main" && p.ForTest == "" {
		path = "main" // as the compiler calls it, and so reflection and stack traces
	}
	p.Types = types.NewPackage(path, p.Name)
	checker := types.NewChecker(&config, l.fset, p.Types, p.Info)
	_ = checker.Files(p.Syntax) // the errors went to config.Error
	p.Types.MarkComplete()
	for _, f := range p.files {
		p.errors = append(p.errors, hiddenPrints(l.fset, p.Info, f.prints)...)
	}
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// userErrors gathers what is wrong in packages outside of the standard library. Inside of it, errors are of our own
// making: unused imports and the like.
func (l *loader) userErrors() error {
	var lines []string
	seen := map[string]bool{}
	broken := map[string][]string{}
	for _, id := range l.ids() {
		p := l.packages[id]
		if p.Standard {
			continue
		}
		sort.SliceStable(p.errors, func(i, j int) bool {
			a, b := p.errors[i].at, p.errors[j].at
			if a.Filename != b.Filename {
				return a.Filename < b.Filename
			}
			return a.Offset < b.Offset
		})
		count := 0
		for _, m := range p.errors {
			line := l.format(m)
			broken[id] = append(broken[id], line)
			if seen[line] {
				continue // a package and its test variant have the same errors
			}
			seen[line] = true
			if count == 10 {
				lines = append(lines, "too many errors")
				break
			}
			count++
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		return &UserError{lines, broken}
	}
	return nil
}

// format gives an error as Go prints it: the path relative to the user's directory, "./" first if it is in there.
func (l *loader) format(m message) string {
	if !m.at.IsValid() {
		return m.text
	}
	return fmt.Sprintf("%s:%d:%d: %s", shortPath(l.options.Dir, m.at.Filename), m.at.Line, m.at.Column, m.text)
}

func shortPath(dir, name string) string {
	rel, err := filepath.Rel(dir, name)
	if err != nil || len(rel) >= len(name) {
		return name
	}
	if !strings.ContainsRune(rel, filepath.Separator) {
		return "." + string(filepath.Separator) + rel
	}
	return rel
}
