// A result that takes long, and a timeout: which comes first depends on what time means.
package main

import (
	"os"
	"time"
)

func main() {
	result := make(chan int, 1)
	go func() {
		time.Sleep(time.Second)
		result <- 1
	}()
	select {
	case v := <-result:
		os.Exit(v)
	case <-time.After(time.Minute):
		os.Exit(2)
	}
}
