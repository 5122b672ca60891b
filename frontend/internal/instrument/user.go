package instrument

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath, Dir, ForTest           string
	Standard                           bool
	GoFiles, TestGoFiles, XTestGoFiles []string
	Module                             *struct {
		Main bool
		Dir  string
	}
}

// User adds the files of the program's own packages to the overlay in dir, with gates before plain reads and writes of memory if those are
// wanted, and with results that are given ([Given]).
// Those are the packages of the main modules, and vendored ones: the go command takes no overlay for the module cache.
func User(dir string, patterns []string, gates bool, results []string) error {
	given, err := parseGiven(results)
	if err != nil {
		return err
	}
	packages, err := list(patterns)
	if err != nil {
		return err
	}
	return amend(dir, func(replace map[string]string) error {
		for _, p := range packages {
			if p.Standard || p.ForTest != "" || p.Module != nil && !p.Module.Main && !strings.Contains(p.Dir, string(filepath.Separator)+"vendor"+string(filepath.Separator)) {
				continue
			}
			for _, names := range [][]string{p.GoFiles, p.TestGoFiles, p.XTestGoFiles} {
				for _, name := range names {
					if filepath.IsAbs(name) {
						continue // written by the go command itself: a test's main
					}
					if err := user(replace, dir, filepath.Join(p.Dir, name), gates, given); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// Call adds a test to the first package of the patterns that executes some statements: the call of a function, with its inputs. The test
// is called [CallTest], and stands in a file of its own, which it gives.
func Call(dir string, patterns []string, statements string) (string, error) {
	command := exec.Command("go", append([]string{"list", "-f", "{{.Dir}}\t{{.Name}}", "--"}, patterns...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	first, _, _ := strings.Cut(string(out), "\n")
	where, pkg, ok := strings.Cut(first, "\t")
	if !ok {
		return "", fmt.Errorf("no package matches %s", strings.Join(patterns, " "))
	}
	text := fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc %s(*testing.T) {\n\t%s\n}\n", pkg, CallTest, statements)
	if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
		return "", fmt.Errorf("cannot call `%s`: %w", statements, err)
	}
	file, path := filepath.Join(where, "vtrace_call_test.go"), filepath.Join(dir, "vtrace_call_test.go")
	if err := write(path, text); err != nil {
		return "", err
	}
	return file, amend(dir, func(replace map[string]string) error { replace[file] = path; return nil })
}

// CallTest is the name of the test that [Call] adds.
const CallTest = "TestVtraceCall"

// amend changes the overlay in dir.
func amend(dir string, change func(replace map[string]string) error) error {
	path := unfinished(dir)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		return err
	}
	if err := change(overlay.Replace); err != nil {
		return err
	}
	text, err = json.MarshalIndent(overlay, "", "\t")
	if err != nil {
		return err
	}
	return write(path, string(text))
}

// user adds one file.
func user(replace map[string]string, dir, path string, gates bool, given []Given) error {
	if replace[path] != "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s, err := parse(path, string(text))
	if err != nil {
		return err
	}
	g := &gater{source: s, atomic: atomicName(s)}
	if gates {
		g.accesses()
	}
	g.results(given)
	g.finish()
	if !g.used {
		return nil
	}
	name := filepath.Join(dir, fmt.Sprintf("user_%d_%s", len(replace), filepath.Base(path)))
	replace[path] = name
	return write(name, s.String())
}

// list asks the go command for packages and all that they need.
func list(patterns []string) ([]listed, error) {
	args := []string{"list", "-deps", "-test", "-json=ImportPath,Dir,ForTest,Standard,GoFiles,TestGoFiles,XTestGoFiles,Module", "--"}
	command := exec.Command("go", append(args, patterns...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}
