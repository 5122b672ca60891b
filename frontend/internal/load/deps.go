package load

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// A dependencies file lists what an image was made from, so that a cache can tell without running Go whether it is
// still good: the size and time of each of the user's files, and the names of the Go files in each directory. The
// standard library is not in it, since its version is part of the cache's key; nor is the module cache, which go.sum
// pins.
type dependencies struct {
	Files []dependencyFile      `json:"files"`
	Dirs  []dependencyDirectory `json:"dirs"`
}

type dependencyFile struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
	// Mtime is in nanoseconds since 1970.
	Mtime int64 `json:"mtime"`
}

type dependencyDirectory struct {
	Path string `json:"path"`
	// Names are those of *.go, go.mod, go.sum, go.work and modules.txt files, sorted.
	Names []string `json:"names"`
	// Subdirs, sorted, are given for directories below a "..." pattern, where a new one may hold a new package.
	Subdirs []string `json:"subdirs,omitzero"`
}

// WriteDeps writes the dependencies as JSON.
func (p *Program) WriteDeps(output string) error {
	files := map[string]bool{}
	dirs := map[string]bool{} // true: with subdirectories
	module := func(m *module) {
		if m == nil {
			return
		}
		if m.Replace != nil {
			m = m.Replace
		}
		if m.GoMod != "" && !p.cached(m.GoMod) {
			files[m.GoMod] = true
			files[filepath.Join(filepath.Dir(m.GoMod), "go.sum")] = true
			dirs[filepath.Dir(m.GoMod)] = dirs[filepath.Dir(m.GoMod)]
		}
	}
	for _, pkg := range p.listed {
		if pkg.Standard || pkg.Dir == "" || p.cached(pkg.Dir) || isTestMain(pkg) {
			continue
		}
		module(pkg.Module)
		dirs[pkg.Dir] = dirs[pkg.Dir]
		for _, list := range [][]string{pkg.GoFiles, pkg.IgnoredGoFiles} {
			for _, name := range list {
				if !filepath.IsAbs(name) {
					name = filepath.Join(pkg.Dir, name)
				}
				files[name] = true
			}
		}
	}
	for _, pkg := range p.Packages {
		for _, name := range pkg.embedded {
			files[name] = true
		}
	}
	if p.env.GOMOD != "" && p.env.GOMOD != os.DevNull {
		files[p.env.GOMOD] = true
		root := filepath.Dir(p.env.GOMOD)
		files[filepath.Join(root, "go.sum")] = true
		files[filepath.Join(root, "vendor", "modules.txt")] = true
		dirs[root] = dirs[root]
	}
	if p.env.GOWORK != "" && p.env.GOWORK != "off" {
		files[p.env.GOWORK] = true
		files[p.env.GOWORK+".sum"] = true
	}
	for _, pattern := range p.Patterns() {
		if root, _, ok := strings.Cut(pattern, "..."); ok && (strings.HasPrefix(root, ".") || filepath.IsAbs(root)) {
			if !filepath.IsAbs(root) {
				root = filepath.Join(p.options.Dir, root)
			}
			watchTree(filepath.Clean(root), dirs)
		}
	}
	var out dependencies
	for name := range files {
		if info, err := os.Stat(name); err == nil {
			out.Files = append(out.Files, dependencyFile{name, info.Size(), info.ModTime().UnixNano()})
		}
	}
	sort.Slice(out.Files, func(i, j int) bool { return out.Files[i].Path < out.Files[j].Path })
	for dir, sub := range dirs {
		out.Dirs = append(out.Dirs, readNames(dir, sub))
	}
	sort.Slice(out.Dirs, func(i, j int) bool { return out.Dirs[i].Path < out.Dirs[j].Path })
	data, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(output, append(data, '\n'), 0o666)
}

func (p *Program) cached(name string) bool {
	rel, err := filepath.Rel(p.env.GOMODCACHE, name)
	return err == nil && !strings.HasPrefix(rel, "..")
}

// watchTree adds the directories that a "..." pattern looks into.
func watchTree(root string, dirs map[string]bool) {
	filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if path != root && !patternEnters(d.Name()) {
			return filepath.SkipDir
		}
		dirs[path] = true
		return nil
	})
}

// patternEnters tells whether "..." matches directories of this name.
func patternEnters(name string) bool {
	return !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") && name != "testdata" && name != "vendor"
}

func readNames(dir string, subdirs bool) dependencyDirectory {
	out := dependencyDirectory{Path: dir, Names: []string{}}
	if subdirs {
		out.Subdirs = []string{}
	}
	entries, _ := os.ReadDir(dir) // sorted
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir():
			if subdirs && patternEnters(name) {
				out.Subdirs = append(out.Subdirs, name)
			}
		case strings.HasSuffix(name, ".go"), name == "go.mod", name == "go.sum", name == "go.work", name == "modules.txt":
			out.Names = append(out.Names, name)
		}
	}
	return out
}
