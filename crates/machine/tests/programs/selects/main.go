// A default may be taken although a sender is on its way, but not when the buffer has something.
package main

import "os"

func main() {
	unbuffered, buffered := make(chan int), make(chan int, 1)
	buffered <- 4
	go func() { unbuffered <- 1 }()
	code := 0
	select {
	case v := <-unbuffered:
		code = v
	default:
		code = 2
	}
	select {
	case v := <-buffered:
		code += v
	default:
		code = 9
	}
	os.Exit(code)
}
