// Error instead of Fatal, a deferred Done, and checks that hold.
package fatal

import (
	"sync"
	"testing"
)

func check(n int) bool { return n < 2 }

func TestAll(t *testing.T) {
	var checks sync.WaitGroup
	for n := range 2 {
		checks.Add(1)
		go func() {
			defer checks.Done()
			if !check(n) {
				t.Error("check failed")
			}
		}()
	}
	checks.Wait()
}
