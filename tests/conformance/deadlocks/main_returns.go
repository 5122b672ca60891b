// The program ends when main returns, although other goroutines are blocked or running.
package main

import "fmt"

func main() {
	block := make(chan int)
	for range 3 {
		go func() { <-block; fmt.Println("never") }()
	}
	go func() { select {} }()
	go func() {
		for i := 0; ; i++ {
			c := make(chan int, 1)
			c <- i
			<-c
		}
	}()
	fmt.Println("bye")
}
