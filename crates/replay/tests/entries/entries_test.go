package entries

import (
	"sync"
	"testing"
)

func ExampleFirst() {
	First(2)
	// Output:
}

func FuzzFirst(f *testing.F) {
	f.Add(3)
	f.Fuzz(func(t *testing.T, n int) { First(n) })
}

func TestParallel(t *testing.T) {
	var once sync.Mutex
	once.Lock()
	for range 2 {
		t.Run("unlock", func(t *testing.T) {
			t.Parallel()
			once.Unlock()
		})
	}
}

func TestCleanup(t *testing.T) {
	done := make(chan int)
	t.Cleanup(func() { close(done) })
	go func() { close(done) }()
}
