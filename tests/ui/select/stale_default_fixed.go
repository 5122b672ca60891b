// A channel with one place keeps the wake-up.
package main

import "sync"

func main() {
	wake := make(chan struct{}, 1)
	var sleeper sync.WaitGroup
	sleeper.Add(1)
	go func() {
		defer sleeper.Done()
		<-wake
	}()
	select {
	case wake <- struct{}{}:
	default:
	}
	sleeper.Wait()
}
