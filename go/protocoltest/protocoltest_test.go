package protocoltest_test

import (
	"os"
	"os/exec"
	"testing"

	"vtrace.dev/protocoltest"
)

// vtrace skips a test where there is no vtrace command. The tests of vtrace itself name one.
func vtrace(t *testing.T) {
	if os.Getenv("VTRACE") != "" {
		return
	}
	if _, err := exec.LookPath("vtrace"); err != nil {
		t.Skip("no vtrace in the path, and VTRACE is not set")
	}
}

func TestChess(t *testing.T) {
	vtrace(t)
	protocoltest.Run(t, "../../examples/protocols/chess.toml")
}

func TestTicTacToeOnTheGeneratedPackages(t *testing.T) {
	vtrace(t)
	protocoltest.Run(t, "../../examples/protocols/tic-tac-toe.dcj", "--on", "go")
}
