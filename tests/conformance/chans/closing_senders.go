// Closing makes blocked senders panic, on unbuffered and full buffered channels.
package main

import (
	"fmt"
	"time"
)

func main() {
	d := make(chan int)
	panics := make(chan any, 2)
	for i := range 2 {
		go func() {
			defer func() { panics <- recover() }()
			d <- i
		}()
	}
	time.Sleep(2 * time.Millisecond)
	close(d)
	fmt.Println(<-panics)
	fmt.Println(<-panics)
	b := make(chan int, 2)
	b <- 1
	b <- 2
	go func() {
		defer func() { panics <- recover() }()
		b <- 3
	}()
	time.Sleep(2 * time.Millisecond)
	close(b)
	n := 0
	for v := range b {
		n += v
	}
	fmt.Println(<-panics, n)
	go func() {
		defer func() { panics <- recover() }()
		select {
		case d <- 1:
		case v := <-make(chan int):
			fmt.Println(v)
		}
	}()
	fmt.Println(<-panics)
}
