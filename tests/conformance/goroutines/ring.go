// A token goes round a ring of goroutines.
//
//conformance:seeds 50
package main

import "fmt"

func main() {
	const n = 10
	first := make(chan int)
	in := first
	for range n {
		out := make(chan int)
		go func(in <-chan int, out chan<- int) {
			for v := range in {
				out <- v + 1
			}
			close(out)
		}(in, out)
		in = out
	}
	for round := range 3 {
		go func() { first <- round * 100 }()
		fmt.Println(<-in)
	}
	close(first)
	_, ok := <-in
	fmt.Println(ok)
}
