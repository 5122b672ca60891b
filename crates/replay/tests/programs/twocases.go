package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	done := make(chan bool)
	go func() {
		a <- 1
		close(done)
	}()
	<-done
	select {
	case x := <-a:
		fmt.Println("a", x)
	case x := <-b:
		fmt.Println("b", x)
	}
}
