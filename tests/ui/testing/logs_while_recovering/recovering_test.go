// A goroutine recovers from its panic and logs it, when the test may be over: that is a panic again.
package recovering

import "testing"

func TestRecovers(t *testing.T) {
	go func() {
		defer func() {
			t.Log("recovered from:", recover()) //~ panic
		}()
		panic("no such file")
	}()
}
