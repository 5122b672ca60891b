// A pending timer keeps the program from being a deadlock; once it has fired, nothing does.
package main

import (
	"fmt"
	"time"
)

func main() {
	c := make(chan int)
	time.AfterFunc(2*time.Millisecond, func() { fmt.Println("timer ran"); c <- 1 })
	fmt.Println(<-c)
	<-c
}
