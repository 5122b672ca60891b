// Two goroutines write to a map without a lock.
package main

import "sync"

var ages = map[string]int{}

func set(name string, age int) {
	ages[name] = age //~ race
}

func main() {
	var writers sync.WaitGroup
	writers.Go(func() { set("ada", 36) })
	writers.Go(func() { set("grace", 85) })
	writers.Wait()
}
