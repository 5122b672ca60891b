// Two unsynchronised increments: one may be lost.
package main

import "os"

func main() {
	n := 0
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			n++
			done <- true
		}()
	}
	<-done
	<-done
	os.Exit(n)
}
