package main

import (
	"bytes"
	"slices"
	"testing"

	"vtrace.dev/frontend/internal/image"
	"vtrace.dev/frontend/internal/load"
	"vtrace.dev/frontend/internal/program"
)

const several = `
-- go.mod --
module example.com/m
go 1.26
-- low/low.go --
package low

type Worker interface{ Work() }

func Start(w Worker) {
	go w.Work()
}
-- high/high.go --
package high

import "example.com/m/low"

type own struct{}

func (own) Work() {}

func Run(n int) {
	done := make(chan bool)
	go func() { low.Start(own{}); done <- true }()
	<-done
}
-- plain/plain.go --
package plain

func Add(a, b int) int { return a + b }
-- generic/generic.go --
package generic

func Start[T any](f func() T) {
	go f()
}
`

// functionsOf loads the functions of packages that were named.
func functionsOf(t *testing.T, dir string, patterns ...string) *program.Program {
	t.Helper()
	loaded, err := load.Load(load.Options{Dir: dir, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Build(loaded, program.Wanted{Functions: true}, true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPartIsWhatItsPackageAloneWouldBe(t *testing.T) {
	dir := write(t, several)
	whole := functionsOf(t, dir, "./...")
	for _, pkg := range whole.Packages {
		if !pkg.Match {
			continue
		}
		part, err := whole.Part(pkg, program.Wanted{Functions: true})
		switch pkg.Name {
		case "plain":
			if err != program.ErrNothing || len(part.Generic) != 0 {
				t.Errorf("plain: %v, %v", err, part.Generic)
			}
			continue
		case "generic":
			if err != program.ErrNothing || len(part.Generic) != 1 {
				t.Errorf("generic: %v, %v", err, part.Generic)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		alone := functionsOf(t, dir, "./"+pkg.Name)
		if got, want := entryNames(part), entryNames(alone); !slices.Equal(got, want) {
			t.Errorf("%s: entries %v, alone %v", pkg.Name, got, want)
		}
		if got, want := part.Describe(), pkg.Path; got != want {
			t.Errorf("it calls itself %s, want %s", got, want)
		}
		if !bytes.Equal(image.Encode(part), image.Encode(alone)) {
			t.Errorf("%s: the image is another one if the package is loaded alone", pkg.Name)
		}
	}
}
