// Neither unlocks: who comes second waits for ever, and the first may wait for ever itself while it holds the lock.
package main

import "sync"

func main() {
	var mu sync.Mutex
	stop, never := make(chan int), make(chan int)
	go func() {
		mu.Lock() //~ leak
		select {
		case <-stop:
		default:
			<-never //~ leak
		}
	}()
	go func() {
		mu.Lock() //~ leak
	}()
	close(stop)
}
