package load

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"vtrace.dev/frontend/internal/std"
	"vtrace.dev/frontend/shims"
)

// ShimPrefix begins the names of shim files in positions.
const ShimPrefix = "shims/"

type state int

const (
	unseen state = iota
	parsed
	checked
)

// A file is a parsed file, with the imports that it still needs.
type file struct {
	syntax   *ast.File
	imports  []string
	unknown  []string     // variables whose //go:embed was not followed
	embedded []string     // files that were read for the others
	prints   []*ast.Ident // by which marks call the built-in print
}

// A loader gathers packages: what go list said, then their syntax, then their types.
type loader struct {
	options  Options
	fset     *token.FileSet
	sizes    types.Sizes
	env      goEnv
	listed   map[string]*listed
	packages map[string]*Package
	order    []*Package
	shims    map[string]*shimSet
}

func newLoader(options Options, env goEnv) *loader {
	return &loader{
		options:  options,
		fset:     token.NewFileSet(),
		sizes:    types.SizesFor("gc", env.GOARCH),
		env:      env,
		listed:   map[string]*listed{},
		packages: map[string]*Package{},
		shims:    map[string]*shimSet{},
	}
}

func (l *loader) add(list []*listed) {
	for _, p := range list {
		if l.listed[p.ImportPath] == nil {
			l.listed[p.ImportPath] = p
		}
	}
}

// parse parses the packages and everything that they import, in waves: the packages of a wave are parsed in parallel.
func (l *loader) parse(ids []string) error {
	wave := ids
	for len(wave) > 0 {
		var missing []string
		var batch []*Package
		for _, id := range wave {
			if l.packages[id] != nil {
				continue
			}
			if l.listed[id] == nil {
				missing = append(missing, id)
				continue
			}
			batch = append(batch, l.newPackage(l.listed[id]))
		}
		if len(missing) > 0 {
			// Only shims, and programs that import nothing, name packages that the program does not depend on: those
			// are in the standard library.
			list, err := goList(l.options, false, missing)
			if err != nil {
				return err
			}
			l.add(list)
			for _, id := range missing {
				if l.listed[id] == nil || l.listed[id].Error != nil {
					return fmt.Errorf("package %s was not found in the standard library", id)
				}
				batch = append(batch, l.newPackage(l.listed[id]))
			}
		}
		l.parseBatch(batch)
		seen := map[string]bool{}
		wave = nil
		for _, p := range batch {
			for _, f := range p.files {
				for _, path := range f.imports {
					id := p.resolve(path)
					if id != "unsafe" && !seen[id] && l.packages[id] == nil {
						seen[id] = true
						wave = append(wave, id)
					}
				}
			}
		}
	}
	return nil
}

// resolve gives the ID of the package that an import path means in this package.
func (p *Package) resolve(path string) string {
	if id, ok := p.listed.ImportMap[path]; ok {
		return id
	}
	return path
}

func (l *loader) newPackage(li *listed) *Package {
	path := li.ImportPath
	if i := strings.Index(path, " ["); i >= 0 {
		path = path[:i]
	}
	p := &Package{
		ID: li.ImportPath, Path: path, Name: li.Name, Dir: li.Dir, Standard: li.Standard, ForTest: li.ForTest,
		Module: li.Module, listed: li, state: parsed,
		Atomic: map[token.Pos]bool{}, ShimObjects: map[string]bool{}, Unknown: map[string]bool{},
	}
	p.Runs = !p.Standard || std.Runs(path)
	l.packages[p.ID] = p
	if p.Standard {
		if files := shims.Of(path); len(files) > 0 {
			p.Shimmed = true
			l.shims[p.ID] = l.parseShims(files)
		}
	}
	return p
}

// parseBatch parses the files of the packages in parallel.
func (l *loader) parseBatch(batch []*Package) {
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for _, p := range batch {
		p.files = make([]*file, len(p.listed.GoFiles))
		errors := make([][]message, len(p.listed.GoFiles))
		var files sync.WaitGroup
		for i, name := range p.listed.GoFiles {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.Dir, name)
			}
			files.Add(1)
			limit <- struct{}{}
			go func() {
				defer func() { <-limit; files.Done() }()
				p.files[i], errors[i] = l.parseFile(p, name)
			}()
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			files.Wait()
			for _, list := range errors {
				p.errors = append(p.errors, list...)
			}
			l.finishParse(p)
		}()
	}
	wait.Wait()
}

func (l *loader) parseFile(p *Package, name string) (*file, []message) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, []message{{text: err.Error()}}
	}
	mode := parser.SkipObjectResolution | parser.AllErrors
	embeds := !p.Standard && bytes.Contains(source, []byte("//go:embed "))
	marks := p.User() && bytes.Contains(source, []byte(commentPrefix))
	if embeds || marks {
		mode |= parser.ParseComments
	}
	syntax, err := parser.ParseFile(l.fset, name, source, mode)
	var messages []message
	if list, ok := err.(scanner.ErrorList); ok {
		list.RemoveMultiples() // one for each line is enough, as the compiler finds, too
		for _, e := range list {
			messages = append(messages, message{e.Pos, e.Msg})
		}
	} else if err != nil {
		messages = append(messages, message{text: err.Error()})
	}
	if syntax == nil {
		return nil, messages
	}
	if p.Standard {
		if shim := l.shims[p.ID]; shim != nil {
			shim.remove(syntax)
		}
		if !std.Keeps(p.Path, filepath.Base(name)) {
			strip(syntax, p.Path)
		}
	}
	f := &file{syntax: syntax}
	if embeds {
		f.unknown, f.embedded = embed(syntax, filepath.Dir(name))
	}
	if marks && len(messages) == 0 {
		f.prints, messages = addMarks(l.fset, syntax)
	}
	if l.options.Watch != "" && len(messages) == 0 {
		w := newWatcher(l.options.Watch)
		if p.User() {
			w.file(syntax)
		} else if p.Path == Framework {
			w.framework(syntax)
		}
		f.prints = append(f.prints, w.prints...)
	}
	return f, messages
}

// finishParse adds the shims and finds out what the package still imports.
func (l *loader) finishParse(p *Package) {
	var files []*file
	for _, f := range p.files {
		if f != nil {
			files = append(files, f)
		}
	}
	if shim := l.shims[p.ID]; shim != nil {
		for _, syntax := range shim.files {
			files = append(files, &file{syntax: syntax})
		}
		p.ShimObjects, p.Atomic, p.Roots = shim.names, shim.atomic, shim.roots
	}
	p.files = files
	for _, f := range files {
		if p.Standard {
			l.pruneImports(p, f.syntax)
		}
		for _, spec := range f.syntax.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				f.imports = append(f.imports, path)
			}
		}
		p.Syntax = append(p.Syntax, f.syntax)
		for _, name := range f.unknown {
			p.Unknown[name] = true
		}
		p.embedded = append(p.embedded, f.embedded...)
	}
}

// strip drops function bodies, and the initialisers of variables that say their type.
func strip(f *ast.File, path string) {
	kept := f.Decls[:0]
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if !std.Keeps(path, functionName(d)) {
				d.Body = nil
			}
			if d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "_") {
				continue
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				for _, spec := range d.Specs {
					if v := spec.(*ast.ValueSpec); v.Type != nil && !std.Keeps(path, v.Names[0].Name) {
						v.Values = nil
					}
				}
			}
		}
		kept = append(kept, decl)
	}
	f.Decls = kept
}

// pruneImports drops the imports that the rest of the file does not use: stripping and shims leave many.
func (l *loader) pruneImports(p *Package, f *ast.File) {
	used := map[string]bool{}
	for _, decl := range f.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	keep := func(spec *ast.ImportSpec) bool {
		if spec.Name != nil {
			return spec.Name.Name == "." || used[spec.Name.Name]
		}
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if li := l.listed[p.resolve(path)]; li != nil && li.Name != "" {
			name = li.Name
		}
		return used[name]
	}
	var imports []*ast.ImportSpec
	var decls []ast.Decl
	for _, decl := range f.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			decls = append(decls, decl)
			continue
		}
		var specs []ast.Spec
		for _, spec := range d.Specs {
			if s := spec.(*ast.ImportSpec); keep(s) {
				specs = append(specs, s)
				imports = append(imports, s)
			}
		}
		if d.Specs = specs; len(specs) > 0 {
			decls = append(decls, d)
		}
	}
	f.Imports, f.Decls = imports, decls
}

// importsC tells whether a file imports the pseudo-package C.
func importsC(name string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if f == nil || err != nil {
		return false
	}
	for _, spec := range f.Imports {
		if spec.Path.Value == `"C"` {
			return true
		}
	}
	return false
}

// hasConstraint tells whether a file has a build constraint, so that its absence may be meant.
func hasConstraint(name string) bool {
	source, err := os.ReadFile(name)
	return err == nil && (strings.Contains(string(source), "//go:build") || strings.Contains(string(source), "// +build"))
}
