package load

import (
	"encoding/json"
	"errors"
	"os"
	"sort"
	"strings"
)

// Broken are packages that were left out of a program, since they do not compile.
type Broken struct {
	Packages []BrokenPackage
	// Err is what loading all packages says.
	Err error
}

// A BrokenPackage is one of them, and why.
type BrokenPackage struct {
	Package string `json:"package"`
	// Function is a generic function of the package that nobody uses, so that its types are not known; the package itself is fine.
	Function string `json:"function,omitzero"`
	// Messages are Go's own; none if the package is fine but imports one that is not.
	Messages []string `json:"messages,omitzero"`
	// Imports is that package.
	Imports string `json:"imports,omitzero"`
}

// Write writes the list as JSON.
func (b *Broken) Write(output string) error {
	text, err := json.Marshal(b.Packages)
	if err != nil {
		return err
	}
	return os.WriteFile(output, text, 0o666)
}

// Sound loads a program without those of the matched packages that do not compile, or import one that does not. If
// nothing is left, it fails as [Load] does. Broken is nil if nothing was left out.
func Sound(options Options) (*Program, *Broken, error) {
	p, list, err := load(options)
	if err == nil {
		return p, nil, nil
	}
	broken := &Broken{Err: err}
	// Mistakes of types show only when those of syntax are gone.
	for {
		var user *UserError
		if !errors.As(err, &user) || len(user.Broken) == 0 {
			return nil, nil, broken.Err
		}
		patterns := broken.leaveOut(list, user.Broken)
		if len(patterns) == 0 {
			return nil, nil, broken.Err
		}
		options.Patterns = patterns
		if p, list, err = load(options); err == nil {
			return p, broken, nil
		}
	}
}

// leaveOut adds the matched packages of a list that are broken, and gives the directories of the others; none if all
// or none are broken.
func (b *Broken) leaveOut(list []*listed, messages map[string][]string) []string {
	byPath := map[string]*listed{}
	for _, p := range list {
		byPath[p.ImportPath] = p
	}
	// The broken package that each one needs, "" if none.
	needs := map[string]string{}
	var cause func(path string) string
	cause = func(path string) string {
		if c, ok := needs[path]; ok {
			return c
		}
		needs[path] = ""
		p := byPath[path]
		if messages[path] != nil {
			needs[path] = path
		} else if p != nil {
			for _, imported := range p.Imports {
				if c := cause(imported); c != "" {
					needs[path] = c
					break
				}
			}
		}
		return needs[path]
	}
	out := map[string]BrokenPackage{}
	dirs := map[string]string{}
	for _, p := range list {
		if p.DepOnly || isTestMain(p) || isExtra(p, always) {
			continue
		}
		name := p.ImportPath
		if p.ForTest != "" {
			name = p.ForTest
		}
		dirs[name] = p.Dir
		c := cause(p.ImportPath)
		if c == "" {
			continue
		}
		entry := BrokenPackage{Package: name, Messages: messages[c]}
		if plain, _, _ := strings.Cut(c, " "); plain != name && plain != name+"_test" {
			entry = BrokenPackage{Package: name, Imports: plain}
		}
		if old, ok := out[name]; !ok || len(old.Messages) == 0 {
			out[name] = entry
		}
	}
	var left []string
	for name, dir := range dirs {
		if _, ok := out[name]; !ok && dir != "" {
			left = append(left, dir)
		}
	}
	if len(out) == 0 {
		return nil
	}
	sort.Strings(left)
	for _, entry := range out {
		b.Packages = append(b.Packages, entry)
	}
	sort.Slice(b.Packages, func(i, j int) bool { return b.Packages[i].Package < b.Packages[j].Package })
	return left
}
