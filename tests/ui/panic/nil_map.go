// The map of a struct's zero value is nil, and the goroutine that writes to it panics.
package main

import "sync"

type visits struct {
	mu     sync.Mutex
	byPage map[string]int
}

func (v *visits) count(page string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.byPage[page]++ //~ panic
}

func main() {
	var v visits
	var visitors sync.WaitGroup
	visitors.Go(func() { v.count("/") })
	visitors.Wait()
}
