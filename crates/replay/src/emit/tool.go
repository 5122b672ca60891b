// The program that tells vtrace where the gates of a program are. It is built with the harness of the emitted tests, so that
// both see the same gates.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var question struct {
		Root  string
		Bug   vtraceBug
		Lines []struct {
			Path string
			Line int
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&question); err != nil {
		fail(err)
	}
	p, err := vtraceInstrument(question.Root, question.Bug)
	if err != nil {
		fail(err)
	}
	answer := struct {
		Gates []vtraceGate
		Lines []vtracePlace
	}{Gates: p.gates}
	for _, line := range question.Lines {
		var place vtracePlace
		for _, s := range p.sources {
			if s.path == line.Path {
				place = vtracePlace{In: s.in(line.Line), Do: s.line(line.Line)}
			}
		}
		answer.Lines = append(answer.Lines, place)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
