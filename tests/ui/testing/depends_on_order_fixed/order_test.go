// The test accepts the answers in any order.
package order

import "testing"

func TestOrder(t *testing.T) {
	answers := make(chan int, 2)
	for id := range 2 {
		go func() { answers <- id }()
	}
	sum := 0
	for range 2 {
		sum += <-answers
	}
	if sum != 1 {
		t.Errorf("got %d, want 1", sum)
	}
}
