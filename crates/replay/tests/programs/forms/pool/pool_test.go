package pool

import "testing"

func TestInside(t *testing.T) {
	p := New[string]()
	go func() {
		p.Close()
	}()
	p.Close()
}
