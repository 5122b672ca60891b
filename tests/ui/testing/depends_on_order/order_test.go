// The test expects the goroutines to answer in the order in which they were started.
package order

import "testing"

func TestOrder(t *testing.T) {
	answers := make(chan int, 2)
	for id := range 2 {
		go func() { answers <- id }()
	}
	for want := range 2 {
		if got := <-answers; got != want {
			t.Errorf("got %d, want %d", got, want) //~ test-failed
		}
	}
}
