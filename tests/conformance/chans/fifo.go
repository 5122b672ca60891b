// Per-sender order is kept, blocked senders on a full buffer are all delivered exactly once.
//
//conformance:seeds 50
package main

import "fmt"

type msg struct{ who, seq int }

func main() {
	for _, size := range []int{0, 1, 3} {
		c := make(chan msg, size)
		done := make(chan bool)
		for w := range 3 {
			go func() {
				for s := range 8 {
					c <- msg{w, s}
				}
				done <- true
			}()
		}
		go func() {
			for range 3 {
				<-done
			}
			close(c)
		}()
		var next [3]int
		n := 0
		for m := range c {
			if m.seq != next[m.who] {
				panic(fmt.Sprint("out of order ", m, next))
			}
			next[m.who]++
			n++
		}
		fmt.Println(size, n, next)
	}
}
