// An assertion reads as the program does: it may race, and sees what is there at its moment.
package main

import "sync"

func main() {
	stock := 3
	var sales sync.WaitGroup
	sales.Go(func() {
		stock-- //~ race
	})
	//vtrace:assert stock == 3 //~ assertion
	sales.Wait()
	//vtrace:assert stock == 2
}
