// An empty select with no other goroutine is a deadlock.
package main

import "fmt"

func main() {
	done := make(chan bool)
	go func() { fmt.Println("worker"); done <- true }()
	<-done
	select {}
}
