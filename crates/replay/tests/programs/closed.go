package main

import "fmt"

func main() {
	ch := make(chan int, 1)
	done := make(chan bool)
	go func() {
		ch <- 1
		done <- true
	}()
	go func() {
		close(ch)
		done <- true
	}()
	<-done
	<-done
	fmt.Println("fine")
}
