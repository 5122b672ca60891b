package pool_test

import (
	"testing"

	"example.com/forms/pool"
)

func TestOutside(t *testing.T) {
	p := pool.New[int]()
	done := make(chan int)
	go func() { done <- p.Get() }()
	p.Put(1)
	if got := <-done; got != 1 {
		t.Errorf("got %d", got)
	}
}
