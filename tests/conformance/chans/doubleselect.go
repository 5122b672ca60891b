// Two selects with overlapping cases never deliver a value twice or out of order.
//
//conformance:seeds 50
package main

import "fmt"

func sender(n int, a, b, c, d chan<- int) {
	defer close(a)
	defer close(b)
	defer close(c)
	defer close(d)
	for i := range n {
		select {
		case a <- i:
		case b <- i:
		case c <- i:
		case d <- i:
		}
	}
}

func mux(out chan<- int, in <-chan int, done chan<- bool) {
	for v := range in {
		out <- v
	}
	done <- true
}

func main() {
	const n = 30
	var cs [4]chan int
	for i := range cs {
		cs[i] = make(chan int)
	}
	done := make(chan bool)
	out := make(chan int)
	go sender(n, cs[0], cs[1], cs[2], cs[3])
	for i := range cs {
		go mux(out, cs[i], done)
	}
	go func() {
		for range cs {
			<-done
		}
		close(out)
	}()
	seen := make([]int, n)
	for v := range out {
		seen[v]++
	}
	for i, k := range seen {
		if k != 1 {
			fmt.Println("value", i, "seen", k)
		}
	}
	fmt.Println("ok")
}
