// Shutting down closes the event channel while a publisher is still sending.
package main

import "sync"

type bus struct {
	events chan int
}

func (b *bus) publish(event int) {
	b.events <- event //~ send-on-closed
}

func (b *bus) shutdown() {
	close(b.events)
}

func main() {
	b := &bus{events: make(chan int, 2)}
	var publisher sync.WaitGroup
	publisher.Add(1)
	go func() {
		defer publisher.Done()
		b.publish(1)
	}()
	b.shutdown()
	publisher.Wait()
}
