// Two goroutines sleep, and the one that sleeps longer comes last.
package main

import (
	"fmt"
	"time"
)

func main() {
	done := make(chan string)
	for name, pause := range map[string]time.Duration{"early": 5 * time.Millisecond, "late": 20 * time.Millisecond} {
		go func() {
			time.Sleep(pause)
			done <- name
		}()
	}
	fmt.Println(<-done, <-done)
}
