// The publisher sends under the lock to a reader who has left and waits for that lock to unsubscribe.
package main

import "sync"

type topic struct {
	mu      sync.Mutex
	readers map[chan int]bool
}

func (t *topic) publish(value int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for reader := range t.readers {
		reader <- value //~ deadlock
	}
}

func (t *topic) unsubscribe(reader chan int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.readers, reader)
}

func main() {
	reader := make(chan int)
	t := &topic{readers: map[chan int]bool{reader: true}}
	var both sync.WaitGroup
	both.Go(func() { t.publish(1) })
	both.Go(func() { t.unsubscribe(reader) })
	both.Wait()
}
