// Channels of zero-size elements, buffered and unbuffered, count exactly.
//
//conformance:seeds 50
package main

import "fmt"

func main() {
	for _, size := range []int{0, 1, 5} {
		c := make(chan [0]string, size)
		done := make(chan int)
		go func() {
			n := 0
			for range c {
				n++
			}
			done <- n
		}()
		for range 12 {
			c <- [0]string{}
		}
		close(c)
		fmt.Println(size, <-done)
	}
	s := make(chan struct{}, 1000)
	for len(s) < cap(s) {
		s <- struct{}{}
	}
	n := 0
	for len(s) > 0 {
		<-s
		n++
	}
	fmt.Println(n)
}
