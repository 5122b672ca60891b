// The channel is closed when the last publisher has gone.
package main

import "sync"

type bus struct {
	events chan int
}

func (b *bus) publish(event int) {
	b.events <- event
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
	publisher.Wait()
	b.shutdown()
}
