// os: Args, Getenv and LookupEnv of an unset variable, Stdout, Stderr, exit by return.
package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	fmt.Println(len(os.Args), len(os.Args[1:]))
	fmt.Printf("%q\n", os.Getenv("VTRACE_SURELY_UNSET_VARIABLE"))
	v, ok := os.LookupEnv("VTRACE_SURELY_UNSET_VARIABLE")
	fmt.Printf("%q %v\n", v, ok)
	os.Stdout.WriteString("direct\n")
	n, err := os.Stdout.Write([]byte("bytes\n"))
	fmt.Println(n, err)
	fmt.Fprintf(os.Stderr, "stderr %d\n", 1)
	os.Stderr.WriteString("stderr 2\n")
	fmt.Fprint(os.Stdout, strings.Repeat("=", 5), "\n")
	defer os.Exit(0)
	defer fmt.Println("deferred before exit")
}
