// The wake-up is sent with a default and dropped if the sleeper is not yet listening; then it sleeps for ever.
package main

import "sync"

func main() {
	wake := make(chan struct{})
	var sleeper sync.WaitGroup
	sleeper.Add(1)
	go func() {
		defer sleeper.Done()
		<-wake //~ deadlock
	}()
	select {
	case wake <- struct{}{}:
	default:
	}
	sleeper.Wait()
}
