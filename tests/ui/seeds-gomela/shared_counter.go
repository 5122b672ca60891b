// Several goroutines add to one variable, and sleeping is not waiting for them.
package main

import "time"

//go:noinline
func show(int) {}

func main() {
	total := 0
	for i := 0; i < 3; i++ {
		go func() {
			total = total + 1 //~ race
			show(total)
		}()
	}
	time.Sleep(time.Second)
}
