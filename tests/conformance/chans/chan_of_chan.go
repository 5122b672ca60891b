// Request/reply over channels of channels, and a server goroutine owning its state.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type op struct {
	key   string
	delta int
	reply chan int
}

func server(ops <-chan op, done chan<- map[string]int) {
	state := map[string]int{}
	for o := range ops {
		state[o.key] += o.delta
		o.reply <- state[o.key]
	}
	done <- state
}

func main() {
	ops := make(chan op)
	done := make(chan map[string]int)
	go server(ops, done)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			key := string(rune('a' + i%2))
			last := 0
			for range 5 {
				r := make(chan int)
				ops <- op{key, 1, r}
				if v := <-r; v <= last {
					panic("not increasing")
				} else {
					last = v
				}
			}
		})
	}
	wg.Wait()
	close(ops)
	fmt.Println(<-done)
	chain := make(chan chan string, 1)
	go func() {
		c := make(chan string)
		chain <- c
		c <- "hello through a channel of channels"
	}()
	fmt.Println(<-<-chain)
}
