// Publish/subscribe broker with topics, slow subscribers buffered, unsubscribe and close.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"slices"
	"sync"
)

type Broker[T any] struct {
	mu     sync.RWMutex
	subs   map[string][]chan T
	closed bool
}

func (b *Broker[T]) Subscribe(topic string, buf int) <-chan T {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan T, buf)
	if b.subs == nil {
		b.subs = map[string][]chan T{}
	}
	b.subs[topic] = append(b.subs[topic], c)
	return c
}
func (b *Broker[T]) Unsubscribe(topic string, c <-chan T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[topic] = slices.DeleteFunc(b.subs[topic], func(x chan T) bool {
		if x == c {
			close(x)
			return true
		}
		return false
	})
}
func (b *Broker[T]) Publish(topic string, v T) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return -1
	}
	for _, c := range b.subs[topic] {
		c <- v
	}
	return len(b.subs[topic])
}
func (b *Broker[T]) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for _, cs := range b.subs {
		for _, c := range cs {
			close(c)
		}
	}
}

func main() {
	var b Broker[string]
	x, y := b.Subscribe("news", 10), b.Subscribe("news", 0)
	z := b.Subscribe("sport", 1)
	var wg sync.WaitGroup
	got := make([][]string, 3)
	for i, c := range []<-chan string{x, y, z} {
		wg.Go(func() {
			for v := range c {
				got[i] = append(got[i], v)
			}
		})
	}
	fmt.Println(b.Publish("news", "n1"), b.Publish("sport", "s1"), b.Publish("none", "?"))
	b.Publish("news", "n2")
	b.Unsubscribe("news", x)
	fmt.Println(b.Publish("news", "n3"))
	b.Close()
	fmt.Println(b.Publish("news", "late"))
	wg.Wait()
	fmt.Println(got)
}
