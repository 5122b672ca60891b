// Package protocoltest runs the tests of a protocol from a Go test:
//
//	func TestChess(t *testing.T) { protocoltest.Run(t, "chess.toml") }
//
// It needs the vtrace command, in the path or named by the variable VTRACE.
package protocoltest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type report struct {
	Tests []struct {
		Test           string
		Passed         bool
		Expected       string
		Found          string
		Counterexample *struct {
			Prefix []string
			Cycle  []string
		}
	}
}

// Run runs the tests of a protocol, each as a subtest. The file is a test file or a protocol with one beside it; arguments are
// passed on to vtrace protocol test.
func Run(t *testing.T, file string, arguments ...string) {
	t.Helper()
	command := os.Getenv("VTRACE")
	if command == "" {
		command = "vtrace"
	}
	var output, problems bytes.Buffer
	process := exec.Command(command, append([]string{"protocol", "test", "--format", "json", file}, arguments...)...)
	process.Stdout, process.Stderr = &output, &problems
	// An exit code of 1 says that tests failed; they are in the report.
	if err := process.Run(); err != nil && process.ProcessState.ExitCode() != 1 {
		t.Fatalf("%s: %v\n%s", command, err, problems.String())
	}
	var results report
	if err := json.Unmarshal(output.Bytes(), &results); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, output.String())
	}
	for _, result := range results.Tests {
		t.Run(result.Test, func(t *testing.T) {
			if result.Passed {
				return
			}
			t.Errorf("expected: %s, found: %s", result.Expected, result.Found)
			if example := result.Counterexample; example != nil {
				t.Logf("%s\nthen for ever:\n%s", strings.Join(example.Prefix, "\n"), strings.Join(example.Cycle, "\n"))
			}
		})
	}
}
