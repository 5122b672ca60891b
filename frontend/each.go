package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"vtrace.dev/frontend/internal/image"
	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

// Loading a package means loading all that it imports. For many packages of a module that is mostly the same, so here it is done once;
// then each package gets an image of its own, the same that `export -functions` would write for it. Whoever reads them need not wait for the
// last one: a line on standard output says of each package when it is done.

// A part is such a line. Before the parts there is one line with an outline.
type part struct {
	Package string `json:"package"`
	// Image and Deps are the files that were written; no image if there is no function that makes its own concurrency.
	Image string `json:"image,omitzero"`
	Deps  string `json:"deps,omitzero"`
	// Skipped are generic functions whose types nobody knows.
	Skipped []load.BrokenPackage `json:"skipped,omitzero"`
	// Error says what went wrong with this package alone.
	Error string `json:"error,omitzero"`
}

// An outline says what is to come.
type outline struct {
	// Functions counts the entries of each package that has some.
	Functions map[string]int `json:"functions"`
	// Broken are the packages that do not compile, which are left out.
	Broken []load.BrokenPackage `json:"broken,omitzero"`
}

// each writes the images of many packages.
func each(args []string) error {
	flags := flag.NewFlagSet("each", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprintln(os.Stderr, usage); flags.PrintDefaults() }
	output := flags.String("o", "", "write the images to this `directory`")
	tags := flags.String("tags", "", "comma-separated `list` of build tags")
	flags.Parse(args)
	if *output == "" {
		return errors.New(usage)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetMemoryLimit(3 << 30)
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	loaded, broken, err := load.Sound(load.Options{Dir: dir, Tags: *tags, Patterns: flags.Args()})
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	wanted := program.Wanted{Functions: true}
	whole, err := program.Build(loaded, wanted, false)
	if err != nil && !errors.Is(err, program.ErrNothing) {
		return err
	}
	overview := outline{Functions: map[string]int{}}
	if broken != nil {
		overview.Broken = broken.Packages
	}
	for _, e := range whole.Entries {
		if e.Kind == program.Function {
			overview.Functions[e.Package]++
		}
	}
	if err := out.Encode(overview); err != nil {
		return err
	}
	// Those in which there is something to do come first.
	for _, something := range []bool{true, false} {
		for i, pkg := range loaded.Packages {
			if !pkg.Match || something != (overview.Functions[pkg.Path] > 0) {
				continue
			}
			p := part{Package: pkg.ID}
			writePart(whole, pkg, wanted, filepath.Join(*output, strconv.Itoa(i)), &p)
			if err := out.Encode(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// writePart writes the image of one package. Whatever goes wrong with it is no matter of the others.
func writePart(whole *program.Program, pkg *load.Package, wanted program.Wanted, file string, p *part) {
	defer func() {
		if r := recover(); r != nil {
			p.Image, p.Deps, p.Error = "", "", fmt.Sprintf("the front-end failed: %v", r)
		}
	}()
	own, err := whole.Part(pkg, wanted)
	nothing := errors.Is(err, program.ErrNothing)
	if err != nil && !nothing {
		p.Error = err.Error()
		return
	}
	p.Skipped = own.Generic
	if err := own.WriteDeps(file + ".deps"); err != nil {
		p.Error = err.Error()
		return
	}
	p.Deps = file + ".deps"
	if nothing {
		return
	}
	if err := os.WriteFile(file+".img", image.Encode(own), 0o666); err != nil {
		p.Error = err.Error()
		return
	}
	p.Image = file + ".img"
}
