// A lock around the map.
package main

import "sync"

var (
	mu   sync.Mutex
	ages = map[string]int{}
)

func set(name string, age int) {
	mu.Lock()
	defer mu.Unlock()
	ages[name] = age
}

func main() {
	var writers sync.WaitGroup
	writers.Go(func() { set("ada", 36) })
	writers.Go(func() { set("grace", 85) })
	writers.Wait()
}
