// Deferred functions of a test run before its parallel subtests, which then use what is closed.
package deferred

import "testing"

type journal struct {
	entries chan int
}

func (j *journal) write(entry int) {
	j.entries <- entry //~ send-on-closed
}

func TestJournal(t *testing.T) {
	j := &journal{entries: make(chan int, 2)}
	defer close(j.entries)
	t.Run("write", func(t *testing.T) {
		t.Parallel()
		j.write(1)
	})
}
