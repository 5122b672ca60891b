package main

import "sync"

func main() {
	var door, gate sync.Mutex
	rounds := 0
	for range 50 {
		door.Lock()
		gate.Lock()
		rounds++
		gate.Unlock()
		door.Unlock()
	}
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range 3 {
				door.Lock()
				rounds++
				door.Unlock()
			}
		})
	}
	all.Wait()
	for range 30 {
		gate.Lock()
		gate.Unlock()
	}
	done := make(chan int, 40)
	for i := range 40 {
		done <- i
	}
	close(done)
	for i := range done {
		rounds += i
	}
	println(rounds)
}
