// Philosophers who take the left fork, then the right one. Most runs end well; under some schedules all hold their
// left forks, and wait for ever:
//
//	vtrace check examples/philosophers.go
package main

import (
	"fmt"
	"sync"
)

const philosophers = 3

var forks [philosophers]sync.Mutex

func dine(id int, done *sync.WaitGroup) {
	defer done.Done()
	left, right := &forks[id], &forks[(id+1)%philosophers]
	left.Lock()
	right.Lock()
	fmt.Println("philosopher", id, "eats")
	right.Unlock()
	left.Unlock()
}

func main() {
	var done sync.WaitGroup
	for id := range philosophers {
		done.Add(1)
		go dine(id, &done)
	}
	done.Wait()
	fmt.Println("all have eaten")
}
