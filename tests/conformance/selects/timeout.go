// Select with a time-out, a done channel, and a loop that counts until cancelled.
package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int)
	select {
	case v := <-c:
		fmt.Println(v)
	case <-time.After(2 * time.Millisecond):
		fmt.Println("timeout")
	}
	go func() { time.Sleep(time.Millisecond); c <- 42 }()
	select {
	case v := <-c:
		fmt.Println(v)
	case <-time.After(5 * time.Second):
		fmt.Println("timeout")
	}
	done := make(chan struct{})
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 0; ; i++ {
			select {
			case out <- i:
			case <-done:
				return
			}
		}
	}()
	for v := range out {
		if v == 4 {
			break
		}
		fmt.Print(v, " ")
	}
	close(done)
	for range out {
	}
	fmt.Println("drained")
}
