// The goroutine itself increments the variable, and main resets it between that increment and the comparison.
package main

import "sync"

var level int

func guard() {
	level++ //~ race
	if level == 0 {
		panic("level is zero") //~ panic
	}
}

func main() {
	level = 1
	go guard()
	var mu sync.Mutex
	mu.Lock()
	if level == 2 {
		level = 0 //~ race
	}
}
