// Two goroutines and a channel. Which greeting comes first depends on the schedule:
//
//	vtrace run --trace examples/hello.go
//	vtrace run --seed 1 examples/hello.go
package main

import "fmt"

func greet(name string, out chan<- string) {
	out <- "hello from " + name
}

func main() {
	out := make(chan string)
	go greet("Ada", out)
	go greet("Grace", out)
	fmt.Println(<-out)
	fmt.Println(<-out)
}
