package parallel

import (
	"sync/atomic"
	"testing"
)

//conformance:sorted

var running, finished atomic.Int32

func TestGroup(t *testing.T) {
	t.Run("group", func(t *testing.T) {
		for _, name := range []string{"a", "b", "c"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				running.Add(1)
				t.Cleanup(func() { finished.Add(1) })
				running.Add(-1)
			})
		}
		if finished.Load() != 0 {
			t.Error("parallel subtests run after their parent's function returns")
		}
	})
	if finished.Load() != 3 || running.Load() != 0 {
		t.Errorf("group not finished: %d", finished.Load())
	}
}

func TestParallelTop1(t *testing.T) {
	t.Parallel()
	ch <- 1
}

var ch = make(chan int, 2)

func TestParallelTop2(t *testing.T) {
	t.Parallel()
	ch <- 2
}

func TestSequentialRunsBeforeParallel(t *testing.T) {
	if len(ch) != 0 {
		t.Error("a parallel test ran too early")
	}
}
