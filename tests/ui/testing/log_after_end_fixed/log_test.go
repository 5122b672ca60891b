// The test waits for the goroutine.
package logafterend

import "testing"

func TestLog(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.Log("still here")
	}()
	<-done
}
