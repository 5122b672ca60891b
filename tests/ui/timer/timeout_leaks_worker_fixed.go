// The channel keeps the result that comes too late.
package main

import "time"

func slow() int { return 1 }

func call() (int, bool) {
	result := make(chan int, 1)
	go func() {
		result <- slow()
	}()
	select {
	case n := <-result:
		return n, true
	case <-time.After(time.Second):
		return 0, false
	}
}

func main() {
	call()
}
