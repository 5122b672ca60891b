// The test waits until the goroutine has logged.
package recovering

import "testing"

func TestRecovers(t *testing.T) {
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		defer func() {
			t.Log("recovered from:", recover())
		}()
		panic("no such file")
	}()
	<-logged
}
