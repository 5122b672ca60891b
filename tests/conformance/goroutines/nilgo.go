// Starting a nil function as a goroutine is a fatal error.
package main

import "fmt"

func main() {
	var f func()
	fmt.Println("before")
	go f()
	select {}
}
