// Both partners of each communication are in a select; symmetric exchange without deadlock.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

func peer(id, rounds int, in <-chan int, out chan<- int) (sent, got int) {
	toSend, toGet := rounds, rounds
	for toSend > 0 || toGet > 0 {
		o, i := out, in
		if toSend == 0 {
			o = nil
		}
		if toGet == 0 {
			i = nil
		}
		select {
		case o <- id*100 + toSend:
			sent++
			toSend--
		case v := <-i:
			if v/100 == id {
				panic("own message")
			}
			got++
			toGet--
		}
	}
	return
}

func main() {
	ab, ba := make(chan int), make(chan int)
	var wg sync.WaitGroup
	var res [2][2]int
	wg.Go(func() { res[0][0], res[0][1] = peer(1, 6, ba, ab) })
	wg.Go(func() { res[1][0], res[1][1] = peer(2, 6, ab, ba) })
	wg.Wait()
	fmt.Println(res)
}
