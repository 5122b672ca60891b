package fail

import (
	"fmt"
	"testing"
)

func check(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestErrorContinues(t *testing.T) {
	t.Error("first", 1)
	t.Errorf("second %d", 2)
	t.Log("still here")
	check(t, 1, 2)
}

func TestFatalStops(t *testing.T) {
	defer fmt.Println("deferred runs")
	t.Cleanup(func() { t.Log("cleanup runs") })
	t.Fatal("stop")
	t.Log("never")
}

func TestSubtestsFailParent(t *testing.T) {
	if t.Run("bad", func(t *testing.T) { t.FailNow() }) {
		t.Log("never")
	}
	t.Run("good", func(t *testing.T) {})
	t.Run("multi\nline", func(t *testing.T) { t.Error("line one\nline two") })
	t.Log("parent failed:", t.Failed())
}

func TestPasses(t *testing.T) {}

func TestFail(t *testing.T) {
	t.Fail()
	t.Skip("skipped after failing")
}
