// A select offers to send and to receive on the same channel; two of them can serve each other and starve the third.
package main

import "sync"

func main() {
	table := make(chan int)
	var players sync.WaitGroup
	players.Add(3)
	for id := range 3 {
		go func() {
			defer players.Done()
			select { //~ deadlock
			case table <- id:
			case <-table:
			}
		}()
	}
	players.Wait()
}
