// Ranging over a channel that is never closed is a deadlock after the last value.
package main

import "fmt"

func main() {
	c := make(chan int)
	go func() {
		for i := range 3 {
			c <- i
		}
	}()
	for v := range c {
		fmt.Println(v)
	}
}
