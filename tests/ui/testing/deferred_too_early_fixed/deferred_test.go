// Cleanups run when the parallel subtests have ended.
package deferred

import "testing"

type journal struct {
	entries chan int
}

func (j *journal) write(entry int) {
	j.entries <- entry
}

func TestJournal(t *testing.T) {
	j := &journal{entries: make(chan int, 2)}
	t.Cleanup(func() { close(j.entries) })
	t.Run("write", func(t *testing.T) {
		t.Parallel()
		j.write(1)
	})
}
