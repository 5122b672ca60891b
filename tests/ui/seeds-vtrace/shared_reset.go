// Main resets a global variable that a goroutine is about to compare with zero.
package main

import "sync"

var level int

func guard() {
	if level == 0 {
		panic("level is zero") //~ panic
	}
}

func main() {
	level = 1
	go guard()
	level++ //~ race
	var mu sync.Mutex
	mu.Lock()
	if level == 2 {
		level = 0 //~ race
	}
}
