// Increment and comparison, and comparison and reset, each happen under one lock.
package main

import "sync"

var (
	mu    sync.Mutex
	level int
)

func guard() {
	mu.Lock()
	defer mu.Unlock()
	level++
	if level == 0 {
		panic("level is zero")
	}
}

func main() {
	level = 1
	go guard()
	mu.Lock()
	defer mu.Unlock()
	if level == 2 {
		level = 0
	}
}
