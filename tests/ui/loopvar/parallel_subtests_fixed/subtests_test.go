// With Go 1.22 every subtest has its own case.
package subtests

import (
	"sync"
	"testing"
)

func TestCases(t *testing.T) {
	var mu sync.Mutex
	tested := map[int]bool{}
	t.Run("cases", func(t *testing.T) {
		for _, n := range []int{1, 2} {
			t.Run("case", func(t *testing.T) {
				t.Parallel()
				mu.Lock()
				defer mu.Unlock()
				tested[n] = true
			})
		}
	})
	if len(tested) != 2 {
		t.Error("not all cases were tested")
	}
}
