// A reader that is not ready misses the value.
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
		select {
		case reader <- value:
		default:
		}
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
