// Package shims holds Go sources that replace declarations of the standard library; see README.md.
//
// The sources carry the build constraint "vtrace", so that no Go tool takes them for packages of this module.
package shims

import (
	"embed"
	"io/fs"
	"path"
	"sort"
	"strings"
)

//go:embed *
var files embed.FS

// A File is the source of one shim.
type File struct {
	// Name is the path below the shims directory, as "sync/pool.go".
	Name   string
	Source []byte
}

// Of returns the shims of a package, sorted by name.
func Of(importPath string) []File {
	entries, err := fs.ReadDir(files, importPath)
	if err != nil {
		return nil
	}
	var list []File
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || importPath == "." {
			continue
		}
		name := path.Join(importPath, e.Name())
		source, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the file system is in the binary
		}
		list = append(list, File{name, source})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}
