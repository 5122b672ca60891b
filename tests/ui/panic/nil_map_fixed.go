// The map is made at its first use.
package main

import "sync"

type visits struct {
	mu     sync.Mutex
	byPage map[string]int
}

func (v *visits) count(page string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.byPage == nil {
		v.byPage = map[string]int{}
	}
	v.byPage[page]++
}

func main() {
	var v visits
	var visitors sync.WaitGroup
	visitors.Go(func() { v.count("/") })
	visitors.Wait()
}
