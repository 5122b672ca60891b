// Package instrument prepares a program for replay: it writes an overlay for the go command in which the standard library
// has gates before every operation by which goroutines notice each other. The user's own files stay as they are.
//
// Gates are put into Go's runtime and not into the program, because there every channel operation, go statement and timer
// comes by: of any package, vendored or in the module cache, in any syntactic form, through method values and
// interfaces. The changes are insertions into the files of the Go that the user has, found by the names of functions and the
// text of single statements. If one of them is not there, the version of Go is refused, and nothing is guessed.
package instrument

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"vtrace.dev/frontend/internal/instrument/gates"
	"vtrace.dev/frontend/internal/std"
)

// Overlay writes the changed files of the standard library at goroot to dir, and a list of them, which becomes overlay.json by [Finish].
func Overlay(goroot, goos, dir string) error {
	w := &writer{src: filepath.Join(goroot, "src"), dir: dir, replace: map[string]string{}}
	for _, f := range files {
		if err := w.change(f); err != nil {
			return err
		}
	}
	for pkg, path := range map[string]string{"runtime": "runtime", "sync": "sync", "atomic": "sync/atomic", "os": "os", "testing": "testing", "vtracegate": "vtracegate"} {
		if err := w.gates(pkg, path); err != nil {
			return err
		}
	}
	for pkg, file := range map[string]string{"math/rand": "rand.go", "math/rand/v2": "rand.go"} {
		if err := w.choices(pkg, file); err != nil {
			return err
		}
	}
	if err := w.settings(goos); err != nil {
		return err
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": w.replace}, "", "\t")
	if err != nil {
		return err
	}
	return write(unfinished(dir), string(text))
}

// unfinished is the overlay as long as files are added to it.
func unfinished(dir string) string {
	return filepath.Join(dir, fmt.Sprintf("overlay-%d.json", os.Getpid()))
}

// Finish makes the overlay in dir the one that is used. Another process may be using one of the same files meanwhile.
func Finish(dir string) error { return os.Rename(unfinished(dir), filepath.Join(dir, "overlay.json")) }

// write writes a file at once, unless it is there already: others may be reading it.
func write(path, text string) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return nil
	}
	part := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(part, []byte(text), 0o666); err != nil {
		return err
	}
	return os.Rename(part, path)
}

type writer struct {
	// The standard library, and where the changed files go.
	src, dir string
	// The overlay.
	replace map[string]string
}

// put writes a file in place of one of the standard library.
func (w *writer) put(path, text string) error {
	name := filepath.Join(w.dir, strings.ReplaceAll(path, "/", "_"))
	w.replace[filepath.Join(w.src, filepath.FromSlash(path))] = name
	return write(name, text)
}

func (w *writer) change(f hooked) error {
	path := filepath.Join(w.src, filepath.FromSlash(f.path))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s, err := parse(path, string(text))
	if err != nil {
		return err
	}
	for _, change := range f.changes {
		if err := change(s); err != nil {
			return err
		}
	}
	return w.put(f.path, s.String())
}

// gates adds the files of one of our directories to a package.
func (w *writer) gates(dir, pkg string) error {
	return fs.WalkDir(gates.Files, dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := gates.Files.ReadFile(path)
		if err != nil {
			return err
		}
		_, text2, ok := strings.Cut(string(text), "//go:build vtrace\n")
		if !ok {
			return fmt.Errorf("%s has no build tag", path)
		}
		return w.put(pkg+"/vtrace_"+filepath.Base(path), text2)
	})
}

// settings tells the gates what vtrace executes of the standard library.
func (w *writer) settings(goos string) error {
	var b strings.Builder
	b.WriteString("package runtime\n\n")
	fmt.Fprintf(&b, "const vtRoot = %q\n\n", filepath.ToSlash(w.src)+"/")
	// Write only, create, append.
	flags := map[string]int{"linux": 0x1 | 0x40 | 0x400, "darwin": 0x1 | 0x200 | 0x8, "freebsd": 0x1 | 0x200 | 0x8}
	flag, ok := flags[goos]
	if !ok {
		return fmt.Errorf("replay does not know %s: it runs on linux, darwin and freebsd", goos)
	}
	fmt.Fprintf(&b, "const vtOpenLog = %d\n\n", flag)
	list := func(name string, items []string) {
		fmt.Fprintf(&b, "var %s = [...]string{\n", name)
		for _, item := range items {
			b.WriteString("\t" + strconv.Quote(item) + ",\n")
		}
		b.WriteString("}\n\n")
	}
	list("vtPackages", std.Running())
	var functions []string
	for _, kept := range std.Kept() {
		if !strings.HasSuffix(kept.Name, ".go") {
			functions = append(functions, symbol(kept.Package, kept.Name), kept.Package+"."+kept.Name)
			continue
		}
		path := filepath.Join(w.src, filepath.FromSlash(kept.Package), kept.Name)
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		s, err := parse(path, string(text))
		if err != nil {
			return err
		}
		functions = append(functions, s.functions(kept.Package)...)
	}
	list("vtFunctions", functions)
	return w.put("runtime/vtrace_settings.go", b.String())
}
