// Updates are sent under a lock that their receiver needs before it takes the next one: with the buffer full, nobody goes on.
package watch

import (
	"sync"
	"testing"
)

type broadcast struct {
	mu      sync.Mutex
	updates chan int
	done    chan struct{}
	seen    int
}

func (b *broadcast) receive() {
	defer close(b.done)
	for range b.updates {
		b.mu.Lock()
		b.seen++
		b.mu.Unlock()
	}
}

func (b *broadcast) update(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.updates <- n //~ deadlock
}

func TestBroadcast(t *testing.T) {
	b := &broadcast{updates: make(chan int, 1), done: make(chan struct{})}
	go b.receive()
	for n := range 3 {
		b.update(n)
	}
	close(b.updates)
	<-b.done
}
