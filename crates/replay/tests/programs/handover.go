package main

import "fmt"

func main() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	fmt.Println(<-c)
}
