//go:build vtrace

package testing

import (
	"fmt"
	"os"
)

// An M runs all tests of a package, as the main function that go test writes does.
type M struct {
	tests    []InternalTest
	fuzz     []InternalFuzzTarget
	examples []InternalExample
}

func MainStart(deps testDeps, tests []InternalTest, benchmarks []InternalBenchmark, fuzzTargets []InternalFuzzTarget, examples []InternalExample) *M {
	return &M{tests: tests, fuzz: fuzzTargets, examples: examples}
}

func (m *M) Run() (code int) {
	root := newRoot()
	tRunner(root, func(t *T) {
		for _, test := range m.tests {
			t.Run(test.Name, test.F)
		}
	})
	ok := !root.failed
	for _, target := range m.fuzz {
		t := newTest(&root.common, target.Name)
		t.update("=== RUN   " + t.name + "\n")
		go tRunner(t, func(t *T) { target.Fn(&F{common: &t.common}) })
		<-t.signal
		ok = ok && !t.failed
	}
	for _, example := range m.examples {
		fmt.Printf("=== RUN   %s\n", example.Name)
		example.F()
		fmt.Printf("--- PASS: %s (0.00s)\n", example.Name)
	}
	if !ok {
		os.Stdout.WriteString("FAIL\n")
		return 1
	}
	os.Stdout.WriteString("PASS\n")
	return 0
}
