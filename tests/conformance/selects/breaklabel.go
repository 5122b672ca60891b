// Loops around select with labelled break and continue, return from select, goto out of it.
package main

import "fmt"

func first(cs ...chan string) string {
	for i := 0; ; i++ {
		select {
		case s := <-cs[i%len(cs)]:
			return s
		default:
			continue
		}
	}
}

func main() {
	c, quit := make(chan int, 5), make(chan bool, 1)
	for i := range 5 {
		c <- i
	}
	n := 0
loop:
	for {
		select {
		case v := <-c:
			if v%2 == 0 {
				continue loop
			}
			n += v
		case <-quit:
			fmt.Println("quit")
			break loop
		default:
			quit <- true
		}
	}
	fmt.Println(n)
	a, b := make(chan string, 1), make(chan string, 1)
	b <- "from b"
	fmt.Println(first(a, b))
	for i := 0; i < 3; i++ {
		select {
		case a <- "x":
			if i == 0 {
				goto out
			}
		default:
		}
	}
out:
	fmt.Println(len(a), <-a)
	for {
		select {
		default:
			switch {
			case n > 0:
				n--
				continue
			}
		case v := <-a:
			fmt.Println(v)
		}
		break
	}
	fmt.Println(n)
}
