// os.Exit ends the program at once, without running deferred calls.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("not printed")
	defer func() { recover() }()
	fmt.Fprintln(os.Stderr, "to stderr")
	os.Stdout.WriteString("to stdout\n")
	os.Exit(3)
}
