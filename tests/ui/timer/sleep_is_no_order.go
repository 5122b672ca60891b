// Main sleeps for long enough, it hopes, before it reads what the goroutine writes.
package main

import "time"

func main() {
	result := 0
	go func() {
		result = 1 //~ race
	}()
	time.Sleep(time.Second)
	if result == 2 {
		panic("two")
	}
}
