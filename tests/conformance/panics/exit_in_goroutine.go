// os.Exit from another goroutine ends the program with that code.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Println("main")
	go func() { os.Exit(7) }()
	select {}
}
