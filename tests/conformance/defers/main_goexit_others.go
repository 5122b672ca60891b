// After Goexit in main the other goroutines go on, and may end the program themselves.
package main

import (
	"fmt"
	"os"
	"runtime"
)

func main() {
	gone := make(chan bool)
	defer close(gone)
	go func() {
		<-gone
		fmt.Println("main is gone")
		os.Exit(5)
	}()
	runtime.Goexit()
}
