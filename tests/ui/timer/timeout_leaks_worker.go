// After the time-out nobody receives the worker's result.
package main

import "time"

func slow() int { return 1 }

func call() (int, bool) {
	result := make(chan int)
	go func() {
		result <- slow() //~ leak
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
