// Unbuffered channels synchronise: ping-pong order, hand-off, happens-before for plain data.
//
//conformance:seeds 50
package main

import "fmt"

var shared int

func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			shared += v
			pong <- v * 2
		}
		close(pong)
	}()
	for i := range 5 {
		ping <- i
		fmt.Print(<-pong, " ", shared, " ")
	}
	close(ping)
	_, ok := <-pong
	fmt.Println(ok)
	done := make(chan struct{})
	data := ""
	go func() {
		data = "written"
		close(done)
	}()
	<-done
	fmt.Println(data)
	var links [4]chan int
	for i := range links {
		links[i] = make(chan int)
	}
	res := make(chan int, 10)
	for i := range 3 {
		go func() {
			n := <-links[i]
			res <- n + i
			links[i+1] <- n + 1
		}()
	}
	links[0] <- 0
	fmt.Println(<-links[3], len(res))
	sum := 0
	for range 3 {
		sum += <-res
	}
	fmt.Println(sum)
}
