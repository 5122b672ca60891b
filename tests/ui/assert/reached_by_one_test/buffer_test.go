package reached

import "testing"

func TestRoom(t *testing.T) {
	if !offer(make(chan int, 1), 1) || first([]int{1}, 0) != 1 {
		t.Fail()
	}
}

func TestFull(t *testing.T) {
	if offer(make(chan int), 1) || first(nil, "") != "" {
		t.Fail()
	}
}
