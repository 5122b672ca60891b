// Fatal ends only the goroutine that calls it, here before it is done, and the test waits for it for ever.
package fatal

import (
	"sync"
	"testing"
)

func check(n int) bool { return n < 1 }

func TestAll(t *testing.T) {
	var checks sync.WaitGroup
	for n := range 2 {
		checks.Add(1)
		go func() {
			if !check(n) {
				t.Fatal("check failed") //~ test-failed
			}
			checks.Done()
		}()
	}
	checks.Wait() //~ deadlock
}
