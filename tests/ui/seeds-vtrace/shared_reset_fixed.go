// Main waits for the guard before it changes the variable.
package main

import "sync"

var level int

func guard(done *sync.WaitGroup) {
	defer done.Done()
	if level == 0 {
		panic("level is zero")
	}
}

func main() {
	level = 1
	var done sync.WaitGroup
	done.Add(1)
	go guard(&done)
	done.Wait()
	level++
	if level == 2 {
		level = 0
	}
}
