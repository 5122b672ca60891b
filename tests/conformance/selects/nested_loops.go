// Event loop with several sources, a stop signal and statistics; order-independent totals.
//
//conformance:seeds 50
package main

import (
	"fmt"
	"sync"
)

type event struct {
	kind string
	n    int
}

func main() {
	keys, mouse, quit := make(chan event), make(chan event, 2), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 6 {
			keys <- event{"key", i}
		}
	})
	wg.Go(func() {
		for i := range 4 {
			mouse <- event{"mouse", i * 10}
		}
	})
	go func() { wg.Wait(); close(quit) }()
	counts := map[string]int{}
	sums := map[string]int{}
	handle := func(e event) { counts[e.kind]++; sums[e.kind] += e.n }
loop:
	for {
		select {
		case e := <-keys:
			handle(e)
			for drained := false; !drained; {
				select {
				case m := <-mouse:
					handle(m)
				default:
					drained = true
				}
			}
		case e, ok := <-mouse:
			if !ok {
				mouse = nil
				continue loop
			}
			handle(e)
		case <-quit:
			for len(mouse) > 0 {
				handle(<-mouse)
			}
			break loop
		}
	}
	fmt.Println(counts, sums)
}
