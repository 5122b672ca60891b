// Either sender may meet the receiver first.
package main

import "os"

func main() {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	os.Exit(<-c)
}
