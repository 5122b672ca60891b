// A goroutine that nobody waits for logs to a test that may be over, which panics.
package logafterend

import "testing"

func TestLog(t *testing.T) {
	go func() {
		t.Log("still here") //~ panic
	}()
}
