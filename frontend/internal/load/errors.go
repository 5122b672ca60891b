package load

import (
	"path/filepath"
	"strings"
)

// listErrors gathers what `go list` found wrong with the program: missing packages, broken go.mod files, cgo.
func (l *loader) listErrors(list []*listed) error {
	var lines []string
	seen := map[string]bool{}
	broken := map[string][]string{}
	add := func(p *listed, line string) {
		broken[p.ImportPath] = append(broken[p.ImportPath], line)
		if !seen[line] {
			seen[line] = true
			lines = append(lines, line)
		}
	}
	for _, p := range list {
		if p.Standard && p.DepOnly {
			continue
		}
		if file := cgoFile(p); file != "" {
			add(p, cgoMessage(shortPath(l.options.Dir, file))+"; package "+p.ImportPath+" needs it")
			continue
		}
		if p.Error == nil || syntaxError(p) {
			continue
		}
		if p.Error.Pos != "" && !strings.HasPrefix(p.Error.Err, p.Error.Pos) {
			add(p, p.Error.Pos+": "+p.Error.Err)
		} else {
			add(p, p.Error.Err)
		}
	}
	if len(lines) > 0 {
		return &UserError{lines, broken}
	}
	return nil
}

// syntaxError tells whether go list failed on the package's text, which the parser will report better.
func syntaxError(p *listed) bool {
	return p.Error.Pos != "" && len(p.GoFiles) > 0 && strings.Contains(p.Error.Err, "expected ")
}

// cgoMessage says why a file cannot be run.
func cgoMessage(file string) string {
	return file + ": import \"C\": programs that use cgo can't be run"
}

// cgoFile finds the file because of which a package needs cgo.
func cgoFile(p *listed) string {
	if p.Standard {
		return ""
	}
	for _, name := range append(append([]string(nil), p.CgoFiles...), p.IgnoredGoFiles...) {
		name = absolute(p.Dir, name)
		if importsC(name) && (len(p.GoFiles) == 0 || len(p.CgoFiles) > 0 || !hasConstraint(name)) {
			return name
		}
	}
	return ""
}

// absolute gives the path of a file that is named from dir.
func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
