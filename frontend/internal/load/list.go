package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// listed is what `go list` says about a package.
type listed struct {
	Dir            string
	ImportPath     string
	Name           string
	Standard       bool
	DepOnly        bool
	ForTest        string
	Match          []string
	GoFiles        []string
	CgoFiles       []string
	IgnoredGoFiles []string
	TestGoFiles    []string
	XTestGoFiles   []string
	SFiles         []string
	Imports        []string
	ImportMap      map[string]string
	Module         *module
	Error          *listError
	DepsErrors     []*listError
	DefaultGODEBUG string
}

type module struct {
	Path      string
	Dir       string
	GoMod     string
	GoVersion string
	Main      bool
	Replace   *module
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

const listFields = "Dir,ImportPath,Name,Standard,DepOnly,ForTest,Match,GoFiles,CgoFiles,IgnoredGoFiles,TestGoFiles," +
	"XTestGoFiles,SFiles,Imports,ImportMap,Module,Error,DepsErrors,DefaultGODEBUG"

// withoutInternals names, for packages that look into the runtime's own structures but can do without, the files that do so
// and those that take their place where this is not possible, as by a build tag.
var withoutInternals = map[string]map[string]string{
	// The machine's reflect.Value has other fields. Nearly all tests that use testify come by here.
	"github.com/davecgh/go-spew/spew": {"bypass.go": "bypasssafe.go"},
}

// avoidInternals takes the files of a package that need nothing of the runtime's own structures, if it has such.
func (p *listed) avoidInternals() {
	for i, name := range p.GoFiles {
		other, ok := withoutInternals[p.ImportPath][name]
		if j := slices.Index(p.IgnoredGoFiles, other); ok && j >= 0 {
			p.GoFiles[i], p.IgnoredGoFiles[j] = other, name
		}
	}
}

// environment is the user's, except that cgo is off: a program that needs C can't be run, and the standard library
// has a Go version of everything that it does with cgo.
func environment() []string {
	return append(os.Environ(), "CGO_ENABLED=0")
}

// goList runs `go list` over the patterns and their dependencies.
func goList(options Options, tests bool, patterns []string) ([]*listed, error) {
	args := []string{"list", "-e", "-deps", "-json=" + listFields}
	if tests {
		args = append(args, "-test")
	}
	if options.Tags != "" {
		args = append(args, "-tags="+options.Tags)
	}
	args = append(append(args, "--"), patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = options.Dir
	cmd.Env = environment()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, fmt.Errorf("the go command was not found: install Go, or add it to PATH")
		}
		// A file of its own that needs cgo is one that go list does not see at all.
		for _, file := range patterns {
			if strings.HasSuffix(file, ".go") && importsC(absolute(options.Dir, file)) {
				return nil, &UserError{Messages: []string{cgoMessage(file)}}
			}
		}
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return nil, &UserError{Messages: strings.Split(text, "\n")}
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []*listed
	decoder := json.NewDecoder(&stdout)
	for {
		p := new(listed)
		if err := decoder.Decode(p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("the output of go list: %w", err)
		}
		p.avoidInternals()
		packages = append(packages, p)
	}
}
