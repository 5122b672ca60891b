// With an even number of players everybody finds a partner.
package main

import "sync"

func main() {
	table := make(chan int)
	var players sync.WaitGroup
	players.Add(4)
	for id := range 4 {
		go func() {
			defer players.Done()
			select {
			case table <- id:
			case <-table:
			}
		}()
	}
	players.Wait()
}
